import type { MonthlyReportTexts } from '../monthly-report-words.ts'

export const monthlyReport: MonthlyReportTexts = {
  'Monthly report': 'Report mensile',
  'Days of {timeZone}': 'Giorni secondo {timeZone}',
  'A quiet month: nobody wrote in {month}.': 'Un mese tranquillo: nessuno ha scritto a {month}.',
  'As soon as visitors talk to your agents again, this report shows how many were helped, what they asked, and what could be answered better.':
    'Appena i visitatori torneranno a parlare con i Suoi agenti, questo report mostrerà quanti sono stati aiutati, che cosa hanno chiesto e a che cosa si potrebbe rispondere meglio.',
  Leads: 'Lead',
  Conversations: 'Conversazioni',
  'Resolved without a person': 'Risolte senza una persona',
  'Handed over': 'Passate a una persona',
  'Unanswered questions': 'Domande senza risposta',
  Satisfaction: 'Soddisfazione',
  'Nothing to measure': 'Nulla da misurare',
  'Nothing to compare with': 'Niente da confrontare',
  'no change': 'invariato',
  'up from 0': 'prima 0',
  '{points} points': '{points} p.p.',
  'from {before}': 'prima {before}',
  'Conversations by day': 'Conversazioni al giorno',
  'What visitors asked most': 'Le domande più frequenti dei visitatori',
  'Questions that nobody could answer': 'Domande a cui nessuno ha saputo rispondere',
  'Answer them in your dashboard under Analytics, “Unanswered questions”: your agent knows the answer from then on.':
    'Risponda nella dashboard, in Analisi, «Domande senza risposta»: da quel momento il Suo agente conosce la risposta.',
  'And {count} more.': 'E ancora {count}.',
  Agent: 'Agente',
  'Your agent': 'Il Suo agente',
  'Your agents': 'I Suoi agenti',
  'Resolved alone': 'Senza persona',
  Unanswered: 'Senza risposta',
  'Compared with {month}.': 'Rispetto a {month}.',
  '{label}: {text}': '{label}: {text}',
  'Engaged conversations that ended well and that nobody took over.':
    'Conversazioni attive finite bene e in cui nessuno è subentrato.',
  'Engaged conversations in which a person was asked for or took over.':
    'Conversazioni attive in cui una persona è stata richiesta o è subentrata.',
  'Replies that said “I don’t know”.': 'Risposte che dicevano «Non lo so».',
  'Thumbs up among all thumbs.': 'Pollici in su tra tutti i pollici.',
  'Conversations of tests are never counted.': 'Le conversazioni di prova non vengono mai contate.',
  'Monthly report of {name}: {month}': 'Report mensile di {name}: {month}',
  'This is how the agents of {name} did in {month}.': 'Ecco com’è andata agli agenti di {name} a {month}.',
  'A quiet month: nobody wrote.': 'Un mese tranquillo: nessuno ha scritto.',
  'The whole report is attached as PDF.': 'Il report completo è allegato in PDF.',
  'The report as PDF can be downloaded in the dashboard.':
    'Il report in PDF si può scaricare nella dashboard.',
  'Open the dashboard: {address}': 'Apra la dashboard: {address}',
  'You get this report because it was turned on for your organization. In the settings of your notifications you can choose to get no mails.':
    'Riceve questo report perché è stato attivato per la Sua organizzazione. Nelle impostazioni delle notifiche può scegliere di non ricevere e-mail.',
}
