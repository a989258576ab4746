/** When a person of the team takes over: the tab Handoff of the settings. */
import { z } from 'zod'
import { field } from '../field.ts'
import { isDate, isPeriod, openingHoursForm, weekdays } from '../opening-hours.ts'

const shortText = z.string().max(500)
const clockTime = z.string().max(5)
const openingPeriod = z
  .object({ day: z.enum(weekdays), from: clockTime, to: clockTime })
  .strict()
  .refine(isPeriod, openingHoursForm)
  .meta({ examples: [{ day: 'monday', from: '09:00', to: '17:00' }] })
const zone = z
  .string()
  .min(1)
  .max(64)
  .refine(isTimeZone, 'There is no such time zone.')
  .meta({ examples: ['Europe/Berlin'] })
const holiday = z
  .string()
  .max(10)
  .refine(isDate, openingHoursForm)
  .meta({ examples: ['2026-12-25'] })

export const handoffFields = {
  enableHumanHandoff: field(z.boolean(), {
    label: 'Visitors may ask for a person',
    name: 'Human handoff',
    place: 'handoff',
    words: 'human takeover support agent',
    fallback: false,
    public: true,
    exported: true,
  }),
  smartHandoff: field(z.boolean(), {
    label: 'Smart handoff',
    help: "The agent itself asks for a person when it can't help or the visitor wants one",
    place: 'handoff',
    words: 'human automatic',
    fallback: false,
    exported: true,
  }),
  alwaysShowHandoff: field(z.boolean(), {
    label: 'Offer it from the beginning',
    name: 'Handoff from the beginning',
    help: "Otherwise after the visitor's first message",
    place: 'handoff',
    words: 'handoff human always show',
    fallback: false,
    public: true,
    exported: true,
  }),
  showHandoffEvenIfOffline: field(z.boolean(), {
    label: 'Offer it while nobody is online',
    name: 'Handoff while nobody is online',
    help: 'The request waits for whoever of the team comes first',
    place: 'handoff',
    words: 'handoff human offline',
    fallback: false,
    public: true,
    exported: true,
  }),
  manualControl: field(z.boolean(), {
    label: 'The agent answers until a person takes over',
    name: 'Answer until a person takes over',
    help: 'Otherwise it falls silent as soon as a person is asked for',
    place: 'handoff',
    words: 'handoff manual control',
    fallback: false,
    exported: true,
  }),
  /** Minutes until the agent continues when no person answered; 0 waits without limit. */
  handoffTimeoutMinutes: field(z.number().int().min(0).max(10_080), {
    label: 'Waiting time',
    name: 'Handoff waiting time',
    help: 'Minutes until the agent goes on when nobody came',
    none: { label: 'No limit', instead: 10 },
    place: 'handoff',
    words: 'handoff timeout',
    fallback: 0,
    exported: true,
  }),
  openingHours: field(
    z
      .object({
        timeZone: zone,
        weekly: z.array(openingPeriod).max(42),
        holidays: z.array(holiday).max(100),
      })
      .strict(),
    {
      label: 'Opening hours',
      help: 'Outside them, whoever asks for a person is told when your team is back, and the agent goes on replying',
      place: 'handoff',
      words: 'office business working hours weekdays time zone holidays closed schedule',
      message: openingHoursForm,
      exported: true,
    },
  ),
  UIhandoffTitle: field(shortText, {
    label: 'Title',
    name: 'Handoff title',
    place: 'handoff',
    words: 'handoff popup heading',
    fallback: '',
    public: true,
    exported: true,
  }),
  UIhandoffSubtitle: field(shortText, {
    label: 'Subtitle',
    name: 'Handoff subtitle',
    place: 'handoff',
    words: 'handoff popup text',
    fallback: '',
    public: true,
    exported: true,
  }),
  fixedHandoffPopup: field(z.boolean(), {
    label: 'Keep the popup in sight',
    name: 'Handoff popup kept in sight',
    help: 'Otherwise a visitor may put it away',
    place: 'handoff',
    words: 'handoff fixed',
    fallback: false,
    public: true,
    exported: true,
  }),
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}
