import type { NewsTexts } from '../news.ts'

export const news: NewsTexts = {
  'A visitor wrote to you': 'Odwiedzający napisał do Ciebie',
  'New conversation': 'Nowa rozmowa',
  'New lead': 'Nowy lead',
  'New request': 'Nowe zgłoszenie',
  'A visitor of {agent} completed a request.': 'Odwiedzający agenta {agent} ukończył zgłoszenie.',
  'A visitor asks for a person': 'Odwiedzający prosi o rozmowę z człowiekiem',
  'Nobody took over in time': 'Nikt nie przejął rozmowy na czas',
  'In a conversation with {agent} that you have taken over.': 'W przejętej przez Ciebie rozmowie z {agent}.',
  'In a conversation with {agent}. Nobody was there when it was asked.':
    'W rozmowie z {agent}. W chwili prośby nikogo nie było.',
  'In a conversation with {agent}.': 'W rozmowie z {agent}.',
  'A visitor wrote to {agent}.': 'Odwiedzający napisał do {agent}.',
  'A visitor of {agent} left their details.': 'Odwiedzający {agent} zostawił swoje dane.',
  '{agent} goes on by itself with a visitor who waited for a person.':
    '{agent} kontynuuje samodzielnie rozmowę z odwiedzającym, który czekał na człowieka.',
  'A conversation was assigned to you': 'Przypisano Ci rozmowę',
  'With a visitor of {agent}.': 'Z odwiedzającym {agent}.',
  'An agent asks for approval': 'Agent prosi o zatwierdzenie',
}
