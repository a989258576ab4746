import type { NewsTexts } from '../news.ts'

export const news: NewsTexts = {
  'A visitor wrote to you': 'Un visitatore Le ha scritto',
  'New conversation': 'Nuova conversazione',
  'New lead': 'Nuovo lead',
  'New request': 'Nuova richiesta',
  'A visitor of {agent} completed a request.': 'Un visitatore di {agent} ha completato una richiesta.',
  'A visitor asks for a person': 'Un visitatore chiede di parlare con una persona',
  'Nobody took over in time': 'Nessuno è subentrato in tempo',
  'In a conversation with {agent} that you have taken over.':
    'In una conversazione con {agent} presa in carico da Lei.',
  'In a conversation with {agent}. Nobody was there when it was asked.':
    'In una conversazione con {agent}. Nessuno era disponibile al momento della richiesta.',
  'In a conversation with {agent}.': 'In una conversazione con {agent}.',
  'A visitor wrote to {agent}.': 'Un visitatore ha scritto a {agent}.',
  'A visitor of {agent} left their details.': 'Un visitatore di {agent} ha lasciato i suoi dati.',
  '{agent} goes on by itself with a visitor who waited for a person.':
    '{agent} prosegue da solo con un visitatore che attendeva una persona.',
  'A conversation was assigned to you': 'Le è stata assegnata una conversazione',
  'With a visitor of {agent}.': 'Con un visitatore di {agent}.',
  'An agent asks for approval': 'Un agente chiede l’approvazione',
}
