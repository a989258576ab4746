import type { NewsTexts } from '../news.ts'

export const news: NewsTexts = {
  'A visitor wrote to you': 'Een bezoeker heeft u geschreven',
  'New conversation': 'Nieuw gesprek',
  'New lead': 'Nieuwe lead',
  'New request': 'Nieuwe aanvraag',
  'A visitor of {agent} completed a request.': 'Een bezoeker van {agent} heeft een aanvraag afgerond.',
  'A visitor asks for a person': 'Een bezoeker vraagt om een medewerker',
  'Nobody took over in time': 'Niemand heeft op tijd overgenomen',
  'In a conversation with {agent} that you have taken over.':
    'In een gesprek met {agent} dat u hebt overgenomen.',
  'In a conversation with {agent}. Nobody was there when it was asked.':
    'In een gesprek met {agent}. Er was niemand aanwezig toen erom werd gevraagd.',
  'In a conversation with {agent}.': 'In een gesprek met {agent}.',
  'A visitor wrote to {agent}.': 'Een bezoeker heeft {agent} geschreven.',
  'A visitor of {agent} left their details.': 'Een bezoeker van {agent} heeft gegevens achtergelaten.',
  '{agent} goes on by itself with a visitor who waited for a person.':
    '{agent} gaat zelf verder met een bezoeker die op een medewerker wachtte.',
  'A conversation was assigned to you': 'Er is een gesprek aan u toegewezen',
  'With a visitor of {agent}.': 'Met een bezoeker van {agent}.',
  'An agent asks for approval': 'Een agent vraagt om goedkeuring',
}
