import type { MonthlyReportTexts } from '../monthly-report-words.ts'

export const monthlyReport: MonthlyReportTexts = {
  'Monthly report': 'Rapport mensuel',
  'Days of {timeZone}': 'Jours selon {timeZone}',
  'A quiet month: nobody wrote in {month}.': 'Un mois calme : personne n’a écrit en {month}.',
  'As soon as visitors talk to your agents again, this report shows how many were helped, what they asked, and what could be answered better.':
    'Dès que des visiteurs parleront de nouveau à vos agents, ce rapport montrera combien ont été aidés, ce qu’ils ont demandé et ce à quoi mieux répondre.',
  Leads: 'Prospects',
  Conversations: 'Conversations',
  'Resolved without a person': 'Résolues sans personne',
  'Handed over': 'Transférées',
  'Unanswered questions': 'Questions sans réponse',
  Satisfaction: 'Satisfaction',
  'Nothing to measure': 'Rien à mesurer',
  'Nothing to compare with': 'Rien à comparer',
  'no change': 'inchangé',
  'up from 0': 'avant : 0',
  '{points} points': '{points} pts',
  'from {before}': 'avant : {before}',
  'Conversations by day': 'Conversations par jour',
  'What visitors asked most': 'Ce que les visiteurs ont le plus demandé',
  'Questions that nobody could answer': 'Questions restées sans réponse',
  'Answer them in your dashboard under Analytics, “Unanswered questions”: your agent knows the answer from then on.':
    'Répondez-y dans votre tableau de bord, sous Analyses, « Questions sans réponse » : votre agent connaît ensuite la réponse.',
  'And {count} more.': 'Et {count} de plus.',
  Agent: 'Agent',
  'Your agent': 'Votre agent',
  'Your agents': 'Vos agents',
  'Resolved alone': 'Sans personne',
  Unanswered: 'Sans réponse',
  'Compared with {month}.': 'Par rapport à {month}.',
  '{label}: {text}': '{label} : {text}',
  'Engaged conversations that ended well and that nobody took over.':
    'Conversations actives qui se sont bien terminées sans que personne ne prenne le relais.',
  'Engaged conversations in which a person was asked for or took over.':
    'Conversations actives où une personne a été demandée ou a pris le relais.',
  'Replies that said “I don’t know”.': 'Réponses disant « Je ne sais pas ».',
  'Thumbs up among all thumbs.': 'Pouces vers le haut parmi tous les pouces.',
  'Conversations of tests are never counted.': 'Les conversations de test ne sont jamais comptées.',
  'Monthly report of {name}: {month}': 'Rapport mensuel de {name} : {month}',
  'This is how the agents of {name} did in {month}.': 'Voici les résultats des agents de {name} en {month}.',
  'A quiet month: nobody wrote.': 'Un mois calme : personne n’a écrit.',
  'The whole report is attached as PDF.': 'Le rapport complet est joint au format PDF.',
  'The report as PDF can be downloaded in the dashboard.':
    'Le rapport au format PDF peut être téléchargé dans le tableau de bord.',
  'Open the dashboard: {address}': 'Ouvrir le tableau de bord : {address}',
  'You get this report because it was turned on for your organization. In the settings of your notifications you can choose to get no mails.':
    'Vous recevez ce rapport parce qu’il a été activé pour votre organisation. Dans les paramètres de vos notifications, vous pouvez choisir de ne plus recevoir d’e-mails.',
}
