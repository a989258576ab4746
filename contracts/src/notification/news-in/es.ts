import type { NewsTexts } from '../news.ts'

export const news: NewsTexts = {
  'A visitor wrote to you': 'Un visitante le ha escrito',
  'New conversation': 'Nueva conversación',
  'New lead': 'Nuevo lead',
  'New request': 'Nueva solicitud',
  'A visitor of {agent} completed a request.': 'Un visitante de {agent} completó una solicitud.',
  'A visitor asks for a person': 'Un visitante pide hablar con una persona',
  'Nobody took over in time': 'Nadie se hizo cargo a tiempo',
  'In a conversation with {agent} that you have taken over.':
    'En una conversación con {agent} de la que usted se ha hecho cargo.',
  'In a conversation with {agent}. Nobody was there when it was asked.':
    'En una conversación con {agent}. No había nadie disponible cuando se pidió.',
  'In a conversation with {agent}.': 'En una conversación con {agent}.',
  'A visitor wrote to {agent}.': 'Un visitante ha escrito a {agent}.',
  'A visitor of {agent} left their details.': 'Un visitante de {agent} ha dejado sus datos.',
  '{agent} goes on by itself with a visitor who waited for a person.':
    '{agent} sigue por su cuenta con un visitante que esperaba a una persona.',
  'A conversation was assigned to you': 'Se le ha asignado una conversación',
  'With a visitor of {agent}.': 'Con un visitante de {agent}.',
  'An agent asks for approval': 'Un agente pide aprobación',
}
