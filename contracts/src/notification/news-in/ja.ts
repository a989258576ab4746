import type { NewsTexts } from '../news.ts'

export const news: NewsTexts = {
  'A visitor wrote to you': '訪問者からメッセージが届きました',
  'New conversation': '新しい会話',
  'New lead': '新しいリード',
  'New request': '新しいリクエスト',
  'A visitor of {agent} completed a request.': '{agent}の訪問者がリクエストを完了しました。',
  'A visitor asks for a person': '訪問者が担当者との会話を希望しています',
  'Nobody took over in time': '時間内に引き継ぐ担当者がいませんでした',
  'In a conversation with {agent} that you have taken over.': '引き継いだ{agent}との会話です。',
  'In a conversation with {agent}. Nobody was there when it was asked.':
    '{agent}との会話です。依頼時に対応できる担当者がいませんでした。',
  'In a conversation with {agent}.': '{agent}との会話です。',
  'A visitor wrote to {agent}.': '訪問者が{agent}にメッセージを送りました。',
  'A visitor of {agent} left their details.': '{agent}の訪問者が連絡先を残しました。',
  '{agent} goes on by itself with a visitor who waited for a person.':
    '担当者を待っていた訪問者に、{agent}が引き続き対応しています。',
  'A conversation was assigned to you': '会話が割り当てられました',
  'With a visitor of {agent}.': '{agent}の訪問者との会話です。',
  'An agent asks for approval': 'エージェントが承認を求めています',
}
