import type { NewsTexts } from '../news.ts'

export const news: NewsTexts = {
  'A visitor wrote to you': 'Ein Besucher hat Ihnen geschrieben',
  'New conversation': 'Neue Unterhaltung',
  'New lead': 'Neuer Lead',
  'New request': 'Neue Anfrage',
  'A visitor of {agent} completed a request.': 'Ein Besucher von {agent} hat eine Anfrage abgeschlossen.',
  'A visitor asks for a person': 'Ein Besucher möchte mit einem Menschen sprechen',
  'Nobody took over in time': 'Niemand hat rechtzeitig übernommen',
  'In a conversation with {agent} that you have taken over.':
    'In einer Unterhaltung mit {agent}, die Sie übernommen haben.',
  'In a conversation with {agent}. Nobody was there when it was asked.':
    'In einer Unterhaltung mit {agent}. Niemand war da, als danach gefragt wurde.',
  'In a conversation with {agent}.': 'In einer Unterhaltung mit {agent}.',
  'A visitor wrote to {agent}.': 'Ein Besucher hat {agent} geschrieben.',
  'A visitor of {agent} left their details.': 'Ein Besucher von {agent} hat seine Kontaktdaten hinterlassen.',
  '{agent} goes on by itself with a visitor who waited for a person.':
    '{agent} führt die Unterhaltung mit einem Besucher, der auf einen Menschen gewartet hat, allein weiter.',
  'A conversation was assigned to you': 'Ihnen wurde eine Unterhaltung zugewiesen',
  'With a visitor of {agent}.': 'Mit einem Besucher von {agent}.',
  'An agent asks for approval': 'Ein Agent bittet um Genehmigung',
}
