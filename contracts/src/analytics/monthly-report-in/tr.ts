import type { MonthlyReportTexts } from '../monthly-report-words.ts'

export const monthlyReport: MonthlyReportTexts = {
  'Monthly report': 'Aylık rapor',
  'Days of {timeZone}': '{timeZone} günleri',
  'A quiet month: nobody wrote in {month}.': 'Sakin bir ay: {month} ayında kimse yazmadı.',
  'As soon as visitors talk to your agents again, this report shows how many were helped, what they asked, and what could be answered better.':
    'Ziyaretçiler ajanlarınızla yeniden konuştuğunda bu rapor kaç kişiye yardım edildiğini, ne sorduklarını ve neyin daha iyi yanıtlanabileceğini gösterir.',
  Leads: 'Müşteri adayları',
  Conversations: 'Görüşmeler',
  'Resolved without a person': 'Kişi olmadan çözülen',
  'Handed over': 'Devredilen',
  'Unanswered questions': 'Yanıtsız sorular',
  Satisfaction: 'Memnuniyet',
  'Nothing to measure': 'Ölçülecek bir şey yok',
  'Nothing to compare with': 'Karşılaştırma yok',
  'no change': 'değişmedi',
  'up from 0': 'önceki: 0',
  '{points} points': '{points} puan',
  'from {before}': 'önceki: {before}',
  'Conversations by day': 'Günlere göre görüşmeler',
  'What visitors asked most': 'Ziyaretçilerin en çok sordukları',
  'Questions that nobody could answer': 'Kimsenin yanıtlayamadığı sorular',
  'Answer them in your dashboard under Analytics, “Unanswered questions”: your agent knows the answer from then on.':
    'Bunları panelinizde Analizler, “Yanıtsız sorular” altında yanıtlayın: ajanınız bundan sonra yanıtı bilir.',
  'And {count} more.': 'Ve {count} tane daha.',
  Agent: 'Ajan',
  'Your agent': 'Ajanınız',
  'Your agents': 'Ajanlarınız',
  'Resolved alone': 'Kişisiz çözülen',
  Unanswered: 'Yanıtsız',
  'Compared with {month}.': 'Karşılaştırılan ay: {month}.',
  '{label}: {text}': '{label}: {text}',
  'Engaged conversations that ended well and that nobody took over.':
    'İyi biten ve kimsenin devralmadığı etkin görüşmeler.',
  'Engaged conversations in which a person was asked for or took over.':
    'Bir kişinin istendiği veya devraldığı etkin görüşmeler.',
  'Replies that said “I don’t know”.': '“Bilmiyorum” diyen yanıtlar.',
  'Thumbs up among all thumbs.': 'Tüm değerlendirmeler içinde beğeniler.',
  'Conversations of tests are never counted.': 'Test görüşmeleri hiçbir zaman sayılmaz.',
  'Monthly report of {name}: {month}': '{name} aylık raporu: {month}',
  'This is how the agents of {name} did in {month}.': '{name} ajanlarının {month} sonuçları aşağıda.',
  'A quiet month: nobody wrote.': 'Sakin bir ay: kimse yazmadı.',
  'The whole report is attached as PDF.': 'Raporun tamamı PDF olarak ektedir.',
  'The report as PDF can be downloaded in the dashboard.': 'Rapor PDF olarak panelden indirilebilir.',
  'Open the dashboard: {address}': 'Paneli açın: {address}',
  'You get this report because it was turned on for your organization. In the settings of your notifications you can choose to get no mails.':
    'Bu raporu, kuruluşunuz için açıldığı için alıyorsunuz. Bildirim ayarlarınızda e-posta almamayı seçebilirsiniz.',
}
