import type { NewsTexts } from '../news.ts'

export const news: NewsTexts = {
  'A visitor wrote to you': 'كتب إليك زائر',
  'New conversation': 'محادثة جديدة',
  'New lead': 'عميل محتمل جديد',
  'New request': 'طلب جديد',
  'A visitor of {agent} completed a request.': 'أكمل أحد زوار {agent} طلبًا.',
  'A visitor asks for a person': 'يطلب زائر التحدث إلى شخص',
  'Nobody took over in time': 'لم يتولَّ أحد المحادثة في الوقت المناسب',
  'In a conversation with {agent} that you have taken over.': 'في محادثة مع {agent} توليتَها أنت.',
  'In a conversation with {agent}. Nobody was there when it was asked.':
    'في محادثة مع {agent}. لم يكن أحد متاحًا عند الطلب.',
  'In a conversation with {agent}.': 'في محادثة مع {agent}.',
  'A visitor wrote to {agent}.': 'كتب زائر إلى {agent}.',
  'A visitor of {agent} left their details.': 'ترك أحد زوار {agent} بياناته.',
  '{agent} goes on by itself with a visitor who waited for a person.':
    'يواصل {agent} بنفسه مع زائر كان ينتظر شخصًا.',
  'A conversation was assigned to you': 'تم إسناد محادثة إليك',
  'With a visitor of {agent}.': 'مع زائر لـ {agent}.',
  'An agent asks for approval': 'يطلب وكيل الموافقة',
}
