/**
 * Questions about documentations of products that retrieval is not tuned on: look at the figures, never at which of
 * them fail.
 */
import type { LabelledQuestions } from './labelled.ts'

/** Video meetings, ten pages. */
export const meetings: LabelledQuestions = {
  direct: [
    ['Which key mutes my microphone?', 'M - Mute|Mute or unmute|mute or unmute'],
    ['How do I raise my hand?', 'Raise or lower your hand'],
    ['Which versions of Firefox are supported?', '68'],
    ['Is Internet Explorer supported?', '❌'],
    ['How do I share a meeting?', 'Invite people'],
    ['How do I join a meeting with a link?', "browser's address bar"],
    ['What does the status POOR mean?', '10%|8% and 12%'],
    ['Where can I download the mobile app?', 'F-Droid|Android'],
    ['What is push to talk on the keyboard?', 'Push to talk'],
    ['How do I turn off audio when joining with a link?', 'startWithAudioMuted|startSilent'],
  ],
  paraphrased: [
    ['the others can not hear me', 'cannot transmit sound|microphone on your device'],
    ['my picture stays black', 'do not see a video image|camera on your device|allow camera access'],
    ['what characters should I avoid in the room name', 'special characters'],
    ['I want to see everybody in a grid', 'tile view'],
  ],
  misspelled: [
    ['keybord shortcut for screen shareing', 'camera and screen sharing'],
    ['wich browsers are suported', 'Chrome'],
    ['how to strat a meeting', 'Start new meeting|meet.jit.si'],
    ['rasie hand', 'Raise or lower your hand'],
    ['clap reacton', 'clap reaction'],
  ],
  'other language': [
    ['Welche Browser werden unterstützt?', 'Chrome'],
    ['¿Cómo invito a otras personas?', 'Invite people'],
    ['Comment partager une réunion ?', 'Invite people'],
  ],
  'two-part': [
    ['Which key shows the chat and which one goes full screen?', 'Open or close the chat', 'full screen'],
    ['Which Chrome and which Safari versions do you support?', '>= 72', '>= 14'],
  ],
  'follow-up': [
    ['Does it work on iOS?', 'And with which Safari version?', '14.3'],
    ['Which key mutes my microphone?', 'and for the camera?', 'Start or stop your camera'],
  ],
  nearby: [
    'How much does a premium account cost?',
    'How do I record a meeting?',
    'How many people can take part at most?',
    'Can I dial in by telephone?',
    'How do I blur my background?',
    'Is the meeting encrypted?',
    'How do I change my profile picture?',
    'Can I schedule a meeting for next week?',
  ],
  'far off': [
    'I can not eat wheat',
    'What time is check-in?',
    'How do I renew my passport?',
    'What is the capital of Australia?',
    'Do you ship to Norway?',
  ],
}
