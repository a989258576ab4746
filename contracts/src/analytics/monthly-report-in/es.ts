import type { MonthlyReportTexts } from '../monthly-report-words.ts'

export const monthlyReport: MonthlyReportTexts = {
  'Monthly report': 'Informe mensual',
  'Days of {timeZone}': 'Días según {timeZone}',
  'A quiet month: nobody wrote in {month}.': 'Un mes tranquilo: nadie escribió en {month}.',
  'As soon as visitors talk to your agents again, this report shows how many were helped, what they asked, and what could be answered better.':
    'En cuanto los visitantes vuelvan a hablar con sus agentes, este informe mostrará a cuántos se ayudó, qué preguntaron y qué se podría responder mejor.',
  Leads: 'Leads',
  Conversations: 'Conversaciones',
  'Resolved without a person': 'Resueltas sin una persona',
  'Handed over': 'Traspasadas',
  'Unanswered questions': 'Preguntas sin respuesta',
  Satisfaction: 'Satisfacción',
  'Nothing to measure': 'Nada que medir',
  'Nothing to compare with': 'Nada que comparar',
  'no change': 'sin cambios',
  'up from 0': 'antes 0',
  '{points} points': '{points} p. p.',
  'from {before}': 'antes {before}',
  'Conversations by day': 'Conversaciones por día',
  'What visitors asked most': 'Lo que más preguntaron los visitantes',
  'Questions that nobody could answer': 'Preguntas que nadie pudo responder',
  'Answer them in your dashboard under Analytics, “Unanswered questions”: your agent knows the answer from then on.':
    'Respóndalas en su panel, en Análisis, «Preguntas sin respuesta»: a partir de entonces su agente conoce la respuesta.',
  'And {count} more.': 'Y {count} más.',
  Agent: 'Agente',
  'Your agent': 'Su agente',
  'Your agents': 'Sus agentes',
  'Resolved alone': 'Sin persona',
  Unanswered: 'Sin respuesta',
  'Compared with {month}.': 'En comparación con {month}.',
  '{label}: {text}': '{label}: {text}',
  'Engaged conversations that ended well and that nobody took over.':
    'Conversaciones activas que terminaron bien y en las que nadie intervino.',
  'Engaged conversations in which a person was asked for or took over.':
    'Conversaciones activas en las que se pidió o intervino una persona.',
  'Replies that said “I don’t know”.': 'Respuestas que decían «No lo sé».',
  'Thumbs up among all thumbs.': 'Pulgares arriba entre todos los pulgares.',
  'Conversations of tests are never counted.': 'Las conversaciones de prueba no se cuentan nunca.',
  'Monthly report of {name}: {month}': 'Informe mensual de {name}: {month}',
  'This is how the agents of {name} did in {month}.': 'Así les fue a los agentes de {name} en {month}.',
  'A quiet month: nobody wrote.': 'Un mes tranquilo: nadie escribió.',
  'The whole report is attached as PDF.': 'El informe completo va adjunto en PDF.',
  'The report as PDF can be downloaded in the dashboard.':
    'El informe en PDF se puede descargar en el panel.',
  'Open the dashboard: {address}': 'Abrir el panel: {address}',
  'You get this report because it was turned on for your organization. In the settings of your notifications you can choose to get no mails.':
    'Recibe este informe porque se activó para su organización. En la configuración de sus notificaciones puede elegir no recibir correos.',
}
