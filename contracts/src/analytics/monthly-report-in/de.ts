import type { MonthlyReportTexts } from '../monthly-report-words.ts'

export const monthlyReport: MonthlyReportTexts = {
  'Monthly report': 'Monatsbericht',
  'Days of {timeZone}': 'Tage in {timeZone}',
  'A quiet month: nobody wrote in {month}.': 'Ein ruhiger Monat: Niemand hat im {month} geschrieben.',
  'As soon as visitors talk to your agents again, this report shows how many were helped, what they asked, and what could be answered better.':
    'Sobald wieder Besucher mit Ihren Agenten sprechen, zeigt dieser Bericht, wie vielen geholfen wurde, was sie gefragt haben und was sich besser beantworten ließe.',
  Leads: 'Leads',
  Conversations: 'Unterhaltungen',
  'Resolved without a person': 'Ohne Menschen gelöst',
  'Handed over': 'Übergeben',
  'Unanswered questions': 'Unbeantwortete Fragen',
  Satisfaction: 'Zufriedenheit',
  'Nothing to measure': 'Nichts zu messen',
  'Nothing to compare with': 'Kein Vergleichswert',
  'no change': 'unverändert',
  'up from 0': 'vorher 0',
  '{points} points': '{points} Pkt.',
  'from {before}': 'vorher {before}',
  'Conversations by day': 'Unterhaltungen nach Tagen',
  'What visitors asked most': 'Was Besucher am häufigsten gefragt haben',
  'Questions that nobody could answer': 'Fragen, die niemand beantworten konnte',
  'Answer them in your dashboard under Analytics, “Unanswered questions”: your agent knows the answer from then on.':
    'Beantworten Sie sie in Ihrem Dashboard unter „Analysen“, „Unbeantwortete Fragen“: Von da an kennt Ihr Agent die Antwort.',
  'And {count} more.': 'Und {count} weitere.',
  Agent: 'Agent',
  'Your agent': 'Ihr Agent',
  'Your agents': 'Ihre Agenten',
  'Resolved alone': 'Allein gelöst',
  Unanswered: 'Unbeantwortet',
  'Compared with {month}.': 'Im Vergleich mit {month}.',
  '{label}: {text}': '{label}: {text}',
  'Engaged conversations that ended well and that nobody took over.':
    'Aktive Unterhaltungen, die gut endeten und die niemand übernommen hat.',
  'Engaged conversations in which a person was asked for or took over.':
    'Aktive Unterhaltungen, in denen nach einem Menschen gefragt wurde oder einer übernommen hat.',
  'Replies that said “I don’t know”.': 'Antworten, die „Ich weiß es nicht“ sagten.',
  'Thumbs up among all thumbs.': 'Daumen hoch unter allen Daumen.',
  'Conversations of tests are never counted.': 'Test-Unterhaltungen werden nie mitgezählt.',
  'Monthly report of {name}: {month}': 'Monatsbericht von {name}: {month}',
  'This is how the agents of {name} did in {month}.':
    'So haben sich die Agenten von {name} im {month} geschlagen.',
  'A quiet month: nobody wrote.': 'Ein ruhiger Monat: Niemand hat geschrieben.',
  'The whole report is attached as PDF.': 'Der ganze Bericht ist als PDF angehängt.',
  'The report as PDF can be downloaded in the dashboard.':
    'Den Bericht als PDF können Sie im Dashboard herunterladen.',
  'Open the dashboard: {address}': 'Dashboard öffnen: {address}',
  'You get this report because it was turned on for your organization. In the settings of your notifications you can choose to get no mails.':
    'Sie erhalten diesen Bericht, weil er für Ihre Organisation eingeschaltet wurde. In den Einstellungen Ihrer Benachrichtigungen können Sie E-Mails abwählen.',
}
