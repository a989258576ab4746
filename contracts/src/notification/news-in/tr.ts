import type { NewsTexts } from '../news.ts'

export const news: NewsTexts = {
  'A visitor wrote to you': 'Bir ziyaretçi size yazdı',
  'New conversation': 'Yeni görüşme',
  'New lead': 'Yeni müşteri adayı',
  'New request': 'Yeni talep',
  'A visitor of {agent} completed a request.': '{agent} ziyaretçisi bir talebi tamamladı.',
  'A visitor asks for a person': 'Bir ziyaretçi bir yetkiliyle görüşmek istiyor',
  'Nobody took over in time': 'Zamanında kimse devralmadı',
  'In a conversation with {agent} that you have taken over.': '{agent} ile devraldığınız bir görüşmede.',
  'In a conversation with {agent}. Nobody was there when it was asked.':
    '{agent} ile bir görüşmede. İstendiği sırada kimse yoktu.',
  'In a conversation with {agent}.': '{agent} ile bir görüşmede.',
  'A visitor wrote to {agent}.': 'Bir ziyaretçi {agent} ajanına yazdı.',
  'A visitor of {agent} left their details.':
    '{agent} ajanının bir ziyaretçisi iletişim bilgilerini bıraktı.',
  '{agent} goes on by itself with a visitor who waited for a person.':
    '{agent}, bir yetkili bekleyen ziyaretçiyle tek başına devam ediyor.',
  'A conversation was assigned to you': 'Size bir görüşme atandı',
  'With a visitor of {agent}.': '{agent} ziyaretçisiyle.',
  'An agent asks for approval': 'Bir temsilci onay istiyor',
}
