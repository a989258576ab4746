import type { MonthlyReportTexts } from '../monthly-report-words.ts'

export const monthlyReport: MonthlyReportTexts = {
  'Monthly report': 'मासिक रिपोर्ट',
  'Days of {timeZone}': 'दिन {timeZone} के अनुसार',
  'A quiet month: nobody wrote in {month}.': 'शांत महीना: {month} में किसी ने नहीं लिखा।',
  'As soon as visitors talk to your agents again, this report shows how many were helped, what they asked, and what could be answered better.':
    'जैसे ही विज़िटर आपके एजेंटों से फिर बात करेंगे, यह रिपोर्ट दिखाएगी कि कितनों की मदद हुई, उन्होंने क्या पूछा और किसका बेहतर जवाब दिया जा सकता है।',
  Leads: 'लीड',
  Conversations: 'बातचीत',
  'Resolved without a person': 'व्यक्ति के बिना हल',
  'Handed over': 'व्यक्ति को सौंपी गई',
  'Unanswered questions': 'अनुत्तरित सवाल',
  Satisfaction: 'संतुष्टि',
  'Nothing to measure': 'मापने को कुछ नहीं',
  'Nothing to compare with': 'तुलना के लिए कुछ नहीं',
  'no change': 'कोई बदलाव नहीं',
  'up from 0': 'पहले 0',
  '{points} points': '{points} अंक',
  'from {before}': 'पहले {before}',
  'Conversations by day': 'दिन के अनुसार बातचीत',
  'What visitors asked most': 'विज़िटरों ने सबसे ज़्यादा क्या पूछा',
  'Questions that nobody could answer': 'सवाल जिनका जवाब कोई नहीं दे सका',
  'Answer them in your dashboard under Analytics, “Unanswered questions”: your agent knows the answer from then on.':
    'इनके जवाब अपने डैशबोर्ड में विश्लेषण, “अनुत्तरित सवाल” में दें: तब से आपका एजेंट जवाब जानता है।',
  'And {count} more.': 'और {count} अन्य।',
  Agent: 'एजेंट',
  'Your agent': 'आपका एजेंट',
  'Your agents': 'आपके एजेंट',
  'Resolved alone': 'अपने-आप हल',
  Unanswered: 'अनुत्तरित',
  'Compared with {month}.': '{month} की तुलना में।',
  '{label}: {text}': '{label}: {text}',
  'Engaged conversations that ended well and that nobody took over.':
    'सक्रिय बातचीत जो अच्छी तरह ख़त्म हुई और जिसे किसी ने नहीं सँभाला।',
  'Engaged conversations in which a person was asked for or took over.':
    'सक्रिय बातचीत जिसमें व्यक्ति को बुलाया गया या किसी ने सँभाला।',
  'Replies that said “I don’t know”.': '“मुझे नहीं पता” कहने वाले जवाब।',
  'Thumbs up among all thumbs.': 'सभी रेटिंग में अंगूठा ऊपर।',
  'Conversations of tests are never counted.': 'परीक्षण की बातचीत कभी नहीं गिनी जाती।',
  'Monthly report of {name}: {month}': '{name} की मासिक रिपोर्ट: {month}',
  'This is how the agents of {name} did in {month}.': '{month} में {name} के एजेंटों का प्रदर्शन ऐसा रहा।',
  'A quiet month: nobody wrote.': 'शांत महीना: किसी ने नहीं लिखा।',
  'The whole report is attached as PDF.': 'पूरी रिपोर्ट PDF के रूप में संलग्न है।',
  'The report as PDF can be downloaded in the dashboard.': 'रिपोर्ट PDF के रूप में डैशबोर्ड से डाउनलोड की जा सकती है।',
  'Open the dashboard: {address}': 'डैशबोर्ड खोलें: {address}',
  'You get this report because it was turned on for your organization. In the settings of your notifications you can choose to get no mails.':
    'यह रिपोर्ट आपको इसलिए मिलती है क्योंकि इसे आपके संगठन के लिए चालू किया गया है। अपनी सूचनाओं की सेटिंग में आप ईमेल न पाने का विकल्प चुन सकते हैं।',
}
