import type { MonthlyReportTexts } from '../monthly-report-words.ts'

export const monthlyReport: MonthlyReportTexts = {
  'Monthly report': 'Raport miesięczny',
  'Days of {timeZone}': 'Dni według {timeZone}',
  'A quiet month: nobody wrote in {month}.': 'Spokojny miesiąc: nikt nie napisał ({month}).',
  'As soon as visitors talk to your agents again, this report shows how many were helped, what they asked, and what could be answered better.':
    'Gdy tylko odwiedzający znów porozmawiają z Twoimi agentami, ten raport pokaże, ilu osobom pomożono, o co pytały i na co można odpowiedzieć lepiej.',
  Leads: 'Leady',
  Conversations: 'Rozmowy',
  'Resolved without a person': 'Rozwiązane bez człowieka',
  'Handed over': 'Przekazane',
  'Unanswered questions': 'Pytania bez odpowiedzi',
  Satisfaction: 'Zadowolenie',
  'Nothing to measure': 'Nie ma czego mierzyć',
  'Nothing to compare with': 'Brak porównania',
  'no change': 'bez zmian',
  'up from 0': 'wcześniej 0',
  '{points} points': '{points} p.p.',
  'from {before}': 'wcześniej {before}',
  'Conversations by day': 'Rozmowy według dni',
  'What visitors asked most': 'O co odwiedzający pytali najczęściej',
  'Questions that nobody could answer': 'Pytania, na które nikt nie umiał odpowiedzieć',
  'Answer them in your dashboard under Analytics, “Unanswered questions”: your agent knows the answer from then on.':
    'Odpowiedz na nie w panelu w sekcji Analizy, „Pytania bez odpowiedzi”: odtąd Twój agent będzie znał odpowiedź.',
  'And {count} more.': 'I jeszcze {count}.',
  Agent: 'Agent',
  'Your agent': 'Twój agent',
  'Your agents': 'Twoi agenci',
  'Resolved alone': 'Bez człowieka',
  Unanswered: 'Bez odpowiedzi',
  'Compared with {month}.': 'W porównaniu z poprzednim miesiącem ({month}).',
  '{label}: {text}': '{label}: {text}',
  'Engaged conversations that ended well and that nobody took over.':
    'Aktywne rozmowy, które dobrze się zakończyły i których nikt nie przejął.',
  'Engaged conversations in which a person was asked for or took over.':
    'Aktywne rozmowy, w których poproszono o człowieka lub ktoś je przejął.',
  'Replies that said “I don’t know”.': 'Odpowiedzi „Nie wiem”.',
  'Thumbs up among all thumbs.': 'Kciuki w górę wśród wszystkich ocen.',
  'Conversations of tests are never counted.': 'Rozmowy testowe nigdy nie są liczone.',
  'Monthly report of {name}: {month}': 'Raport miesięczny {name}: {month}',
  'This is how the agents of {name} did in {month}.': 'Tak poradzili sobie agenci {name} ({month}).',
  'A quiet month: nobody wrote.': 'Spokojny miesiąc: nikt nie napisał.',
  'The whole report is attached as PDF.': 'Cały raport jest załączony jako PDF.',
  'The report as PDF can be downloaded in the dashboard.': 'Raport w formacie PDF można pobrać w panelu.',
  'Open the dashboard: {address}': 'Otwórz panel: {address}',
  'You get this report because it was turned on for your organization. In the settings of your notifications you can choose to get no mails.':
    'Otrzymujesz ten raport, ponieważ został włączony dla Twojej organizacji. W ustawieniach powiadomień możesz zrezygnować z e-maili.',
}
