import type { MonthlyReportTexts } from '../monthly-report-words.ts'

export const monthlyReport: MonthlyReportTexts = {
  'Monthly report': 'Maandrapport',
  'Days of {timeZone}': 'Dagen van {timeZone}',
  'A quiet month: nobody wrote in {month}.': 'Een rustige maand: niemand schreef in {month}.',
  'As soon as visitors talk to your agents again, this report shows how many were helped, what they asked, and what could be answered better.':
    'Zodra bezoekers weer met uw agenten praten, laat dit rapport zien hoeveel er geholpen zijn, wat ze vroegen en wat beter beantwoord kan worden.',
  Leads: 'Leads',
  Conversations: 'Gesprekken',
  'Resolved without a person': 'Opgelost zonder medewerker',
  'Handed over': 'Overgedragen',
  'Unanswered questions': 'Onbeantwoorde vragen',
  Satisfaction: 'Tevredenheid',
  'Nothing to measure': 'Niets te meten',
  'Nothing to compare with': 'Niets te vergelijken',
  'no change': 'ongewijzigd',
  'up from 0': 'was 0',
  '{points} points': '{points} procentpunt',
  'from {before}': 'was {before}',
  'Conversations by day': 'Gesprekken per dag',
  'What visitors asked most': 'Wat bezoekers het meest vroegen',
  'Questions that nobody could answer': 'Vragen die niemand kon beantwoorden',
  'Answer them in your dashboard under Analytics, “Unanswered questions”: your agent knows the answer from then on.':
    'Beantwoord ze in uw dashboard onder Analyses, ‘Onbeantwoorde vragen’: vanaf dan kent uw agent het antwoord.',
  'And {count} more.': 'En nog {count}.',
  Agent: 'Agent',
  'Your agent': 'Uw agent',
  'Your agents': 'Uw agenten',
  'Resolved alone': 'Zelf opgelost',
  Unanswered: 'Onbeantwoord',
  'Compared with {month}.': 'Vergeleken met {month}.',
  '{label}: {text}': '{label}: {text}',
  'Engaged conversations that ended well and that nobody took over.':
    'Actieve gesprekken die goed afliepen en die niemand overnam.',
  'Engaged conversations in which a person was asked for or took over.':
    'Actieve gesprekken waarin om een medewerker is gevraagd of een medewerker het overnam.',
  'Replies that said “I don’t know”.': 'Antwoorden met ‘Ik weet het niet’.',
  'Thumbs up among all thumbs.': 'Duimen omhoog onder alle duimen.',
  'Conversations of tests are never counted.': 'Testgesprekken worden nooit meegeteld.',
  'Monthly report of {name}: {month}': 'Maandrapport van {name}: {month}',
  'This is how the agents of {name} did in {month}.': 'Zo deden de agenten van {name} het in {month}.',
  'A quiet month: nobody wrote.': 'Een rustige maand: niemand schreef.',
  'The whole report is attached as PDF.': 'Het hele rapport is als pdf bijgevoegd.',
  'The report as PDF can be downloaded in the dashboard.':
    'Het rapport kan als pdf in het dashboard worden gedownload.',
  'Open the dashboard: {address}': 'Dashboard openen: {address}',
  'You get this report because it was turned on for your organization. In the settings of your notifications you can choose to get no mails.':
    'U krijgt dit rapport omdat het voor uw organisatie is ingeschakeld. In de instellingen van uw meldingen kunt u ervoor kiezen geen e-mails te krijgen.',
}
