import type { MonthlyReportTexts } from '../monthly-report-words.ts'

export const monthlyReport: MonthlyReportTexts = {
  'Monthly report': '月次レポート',
  'Days of {timeZone}': '日付は{timeZone}の時間帯',
  'A quiet month: nobody wrote in {month}.': '静かな月でした。{month}にメッセージはありませんでした。',
  'As soon as visitors talk to your agents again, this report shows how many were helped, what they asked, and what could be answered better.':
    '訪問者が再びエージェントと話すと、何人を支援できたか、何を質問されたか、どの回答を改善できるかがこのレポートに表示されます。',
  Leads: 'リード',
  Conversations: '会話',
  'Resolved without a person': '担当者なしで解決',
  'Handed over': '引き継ぎ',
  'Unanswered questions': '未回答の質問',
  Satisfaction: '満足度',
  'Nothing to measure': '測定対象なし',
  'Nothing to compare with': '比較対象なし',
  'no change': '変化なし',
  'up from 0': '0から増加',
  '{points} points': '{points}ポイント',
  'from {before}': '前月{before}',
  'Conversations by day': '日別の会話',
  'What visitors asked most': '訪問者が最も多く尋ねたこと',
  'Questions that nobody could answer': '誰も回答できなかった質問',
  'Answer them in your dashboard under Analytics, “Unanswered questions”: your agent knows the answer from then on.':
    'ダッシュボードの「分析」にある「未回答の質問」で回答してください。以後、エージェントがその回答を使います。',
  'And {count} more.': 'ほか{count}件。',
  Agent: 'エージェント',
  'Your agent': 'あなたのエージェント',
  'Your agents': 'あなたのエージェント',
  'Resolved alone': '自力で解決',
  Unanswered: '未回答',
  'Compared with {month}.': '{month}との比較です。',
  '{label}: {text}': '{label}：{text}',
  'Engaged conversations that ended well and that nobody took over.':
    '良好に終わり、引き継ぎのなかった、やり取りのあった会話。',
  'Engaged conversations in which a person was asked for or took over.':
    '担当者が求められたか引き継いだ、やり取りのあった会話。',
  'Replies that said “I don’t know”.': '「わかりません」と答えた返信。',
  'Thumbs up among all thumbs.': 'すべての評価に占める高評価。',
  'Conversations of tests are never counted.': 'テストの会話は集計されません。',
  'Monthly report of {name}: {month}': '{name}の月次レポート：{month}',
  'This is how the agents of {name} did in {month}.': '{month}の{name}のエージェントの結果です。',
  'A quiet month: nobody wrote.': '静かな月でした。メッセージはありませんでした。',
  'The whole report is attached as PDF.': 'レポート全体をPDFで添付しています。',
  'The report as PDF can be downloaded in the dashboard.':
    'レポートのPDFはダッシュボードからダウンロードできます。',
  'Open the dashboard: {address}': 'ダッシュボードを開く：{address}',
  'You get this report because it was turned on for your organization. In the settings of your notifications you can choose to get no mails.':
    'このレポートは、組織で有効になっているためお送りしています。通知の設定で、メールを受け取らないように変更できます。',
}
