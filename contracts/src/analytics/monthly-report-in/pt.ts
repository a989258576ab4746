import type { MonthlyReportTexts } from '../monthly-report-words.ts'

export const monthlyReport: MonthlyReportTexts = {
  'Monthly report': 'Relatório mensal',
  'Days of {timeZone}': 'Dias de {timeZone}',
  'A quiet month: nobody wrote in {month}.': 'Um mês tranquilo: ninguém escreveu em {month}.',
  'As soon as visitors talk to your agents again, this report shows how many were helped, what they asked, and what could be answered better.':
    'Assim que os visitantes voltarem a conversar com os seus agentes, este relatório mostra quantos foram ajudados, o que perguntaram e o que pode ser respondido melhor.',
  Leads: 'Leads',
  Conversations: 'Conversas',
  'Resolved without a person': 'Resolvidas sem uma pessoa',
  'Handed over': 'Transferidas',
  'Unanswered questions': 'Perguntas sem resposta',
  Satisfaction: 'Satisfação',
  'Nothing to measure': 'Nada a medir',
  'Nothing to compare with': 'Nada para comparar',
  'no change': 'sem mudança',
  'up from 0': 'antes 0',
  '{points} points': '{points} p.p.',
  'from {before}': 'antes {before}',
  'Conversations by day': 'Conversas por dia',
  'What visitors asked most': 'O que os visitantes mais perguntaram',
  'Questions that nobody could answer': 'Perguntas que ninguém soube responder',
  'Answer them in your dashboard under Analytics, “Unanswered questions”: your agent knows the answer from then on.':
    'Responda no seu painel, em Análises, “Perguntas sem resposta”: a partir daí o seu agente sabe a resposta.',
  'And {count} more.': 'E mais {count}.',
  Agent: 'Agente',
  'Your agent': 'O seu agente',
  'Your agents': 'Os seus agentes',
  'Resolved alone': 'Sem pessoa',
  Unanswered: 'Sem resposta',
  'Compared with {month}.': 'Em comparação com {month}.',
  '{label}: {text}': '{label}: {text}',
  'Engaged conversations that ended well and that nobody took over.':
    'Conversas ativas que terminaram bem e que ninguém assumiu.',
  'Engaged conversations in which a person was asked for or took over.':
    'Conversas ativas em que uma pessoa foi pedida ou assumiu.',
  'Replies that said “I don’t know”.': 'Respostas que diziam “Não sei”.',
  'Thumbs up among all thumbs.': 'Polegares para cima entre todos os polegares.',
  'Conversations of tests are never counted.': 'As conversas de teste nunca são contadas.',
  'Monthly report of {name}: {month}': 'Relatório mensal de {name}: {month}',
  'This is how the agents of {name} did in {month}.':
    'Este foi o desempenho dos agentes de {name} em {month}.',
  'A quiet month: nobody wrote.': 'Um mês tranquilo: ninguém escreveu.',
  'The whole report is attached as PDF.': 'O relatório completo segue anexo em PDF.',
  'The report as PDF can be downloaded in the dashboard.': 'O relatório em PDF pode ser baixado no painel.',
  'Open the dashboard: {address}': 'Abra o painel: {address}',
  'You get this report because it was turned on for your organization. In the settings of your notifications you can choose to get no mails.':
    'Você recebe este relatório porque ele foi ativado para a sua organização. Nas configurações das suas notificações, você pode escolher não receber e-mails.',
}
