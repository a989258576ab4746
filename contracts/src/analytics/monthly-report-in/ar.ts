import type { MonthlyReportTexts } from '../monthly-report-words.ts'

export const monthlyReport: MonthlyReportTexts = {
  'Monthly report': 'التقرير الشهري',
  'Days of {timeZone}': 'الأيام بتوقيت {timeZone}',
  'A quiet month: nobody wrote in {month}.': 'شهر هادئ: لم يكتب أحد في {month}.',
  'As soon as visitors talk to your agents again, this report shows how many were helped, what they asked, and what could be answered better.':
    'حالما يتحدث الزوار إلى وكلائك مجددًا، يعرض هذا التقرير كم زائرًا حصل على المساعدة، وعمّ سألوا، وما يمكن تحسين الإجابة عنه.',
  Leads: 'العملاء المحتملون',
  Conversations: 'المحادثات',
  'Resolved without a person': 'حُلّت دون شخص',
  'Handed over': 'محوّلة إلى شخص',
  'Unanswered questions': 'أسئلة بلا إجابة',
  Satisfaction: 'الرضا',
  'Nothing to measure': 'لا شيء للقياس',
  'Nothing to compare with': 'لا شيء للمقارنة',
  'no change': 'بلا تغيير',
  'up from 0': 'ارتفاع من 0',
  '{points} points': '{points} نقطة',
  'from {before}': 'من {before}',
  'Conversations by day': 'المحادثات حسب اليوم',
  'What visitors asked most': 'أكثر ما سأل عنه الزوار',
  'Questions that nobody could answer': 'أسئلة لم يتمكن أحد من الإجابة عنها',
  'Answer them in your dashboard under Analytics, “Unanswered questions”: your agent knows the answer from then on.':
    'أجب عنها في لوحة التحكم ضمن «التحليلات»، «أسئلة بلا إجابة»: ومن حينها يعرف وكيلك الإجابة.',
  'And {count} more.': 'و{count} غيرها.',
  Agent: 'الوكيل',
  'Your agent': 'وكيلك',
  'Your agents': 'وكلاؤك',
  'Resolved alone': 'دون شخص',
  Unanswered: 'بلا إجابة',
  'Compared with {month}.': 'مقارنةً بشهر {month}.',
  '{label}: {text}': '{label}: {text}',
  'Engaged conversations that ended well and that nobody took over.':
    'محادثات تفاعلية انتهت جيدًا ولم يتولَّها أحد.',
  'Engaged conversations in which a person was asked for or took over.':
    'محادثات تفاعلية طُلب فيها شخص أو تولاها شخص.',
  'Replies that said “I don’t know”.': 'الردود التي جاء فيها «لا أعرف».',
  'Thumbs up among all thumbs.': 'الإبهام لأعلى من بين كل التقييمات.',
  'Conversations of tests are never counted.': 'لا تُحتسب محادثات الاختبار أبدًا.',
  'Monthly report of {name}: {month}': 'التقرير الشهري لـ {name}: {month}',
  'This is how the agents of {name} did in {month}.': 'هكذا كان أداء وكلاء {name} في {month}.',
  'A quiet month: nobody wrote.': 'شهر هادئ: لم يكتب أحد.',
  'The whole report is attached as PDF.': 'التقرير الكامل مرفق بصيغة PDF.',
  'The report as PDF can be downloaded in the dashboard.': 'يمكن تنزيل التقرير بصيغة PDF من لوحة التحكم.',
  'Open the dashboard: {address}': 'افتح لوحة التحكم: {address}',
  'You get this report because it was turned on for your organization. In the settings of your notifications you can choose to get no mails.':
    'يصلك هذا التقرير لأنه فُعّل لمؤسستك. يمكنك في إعدادات إشعاراتك اختيار عدم تلقي رسائل البريد.',
}
