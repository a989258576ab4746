import type { NewsTexts } from '../news.ts'

export const news: NewsTexts = {
  'A visitor wrote to you': 'Un visiteur vous a écrit',
  'New conversation': 'Nouvelle conversation',
  'New lead': 'Nouveau prospect',
  'New request': 'Nouvelle demande',
  'A visitor of {agent} completed a request.': 'Un visiteur de {agent} a terminé une demande.',
  'A visitor asks for a person': 'Un visiteur demande à parler à une personne',
  'Nobody took over in time': 'Personne n’a pris le relais à temps',
  'In a conversation with {agent} that you have taken over.':
    'Dans une conversation avec {agent} que vous avez reprise.',
  'In a conversation with {agent}. Nobody was there when it was asked.':
    'Dans une conversation avec {agent}. Personne n’était disponible au moment de la demande.',
  'In a conversation with {agent}.': 'Dans une conversation avec {agent}.',
  'A visitor wrote to {agent}.': 'Un visiteur a écrit à {agent}.',
  'A visitor of {agent} left their details.': 'Un visiteur de {agent} a laissé ses coordonnées.',
  '{agent} goes on by itself with a visitor who waited for a person.':
    '{agent} poursuit seul avec un visiteur qui attendait une personne.',
  'A conversation was assigned to you': 'Une conversation vous a été attribuée',
  'With a visitor of {agent}.': 'Avec un visiteur de {agent}.',
  'An agent asks for approval': 'Un agent demande une approbation',
}
