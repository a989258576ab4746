import type { NewsTexts } from '../news.ts'

export const news: NewsTexts = {
  'A visitor wrote to you': 'Um visitante escreveu para você',
  'New conversation': 'Nova conversa',
  'New lead': 'Novo lead',
  'New request': 'Nova solicitação',
  'A visitor of {agent} completed a request.': 'Um visitante de {agent} concluiu uma solicitação.',
  'A visitor asks for a person': 'Um visitante pede para falar com uma pessoa',
  'Nobody took over in time': 'Ninguém assumiu a tempo',
  'In a conversation with {agent} that you have taken over.': 'Em uma conversa com {agent} que você assumiu.',
  'In a conversation with {agent}. Nobody was there when it was asked.':
    'Em uma conversa com {agent}. Não havia ninguém disponível no momento do pedido.',
  'In a conversation with {agent}.': 'Em uma conversa com {agent}.',
  'A visitor wrote to {agent}.': 'Um visitante escreveu para {agent}.',
  'A visitor of {agent} left their details.': 'Um visitante de {agent} deixou seus dados.',
  '{agent} goes on by itself with a visitor who waited for a person.':
    '{agent} continua sozinho com um visitante que esperava por uma pessoa.',
  'A conversation was assigned to you': 'Uma conversa foi atribuída a você',
  'With a visitor of {agent}.': 'Com um visitante de {agent}.',
  'An agent asks for approval': 'Um agente pede aprovação',
}
