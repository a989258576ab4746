import type { NewsTexts } from '../news.ts'

export const news: NewsTexts = {
  'A visitor wrote to you': '有访客给您发来消息',
  'New conversation': '新对话',
  'New lead': '新潜在客户',
  'New request': '新请求',
  'A visitor of {agent} completed a request.': '{agent} 的一位访客完成了一项请求。',
  'A visitor asks for a person': '有访客要求人工服务',
  'Nobody took over in time': '无人及时接手',
  'In a conversation with {agent} that you have taken over.': '在您接手的与{agent}的对话中。',
  'In a conversation with {agent}. Nobody was there when it was asked.':
    '在与{agent}的对话中。提出请求时无人在线。',
  'In a conversation with {agent}.': '在与{agent}的对话中。',
  'A visitor wrote to {agent}.': '有访客给{agent}发来消息。',
  'A visitor of {agent} left their details.': '{agent}的一位访客留下了联系方式。',
  '{agent} goes on by itself with a visitor who waited for a person.':
    '{agent}正在自行接待一位等待人工的访客。',
  'A conversation was assigned to you': '有一个对话分配给了您',
  'With a visitor of {agent}.': '与{agent}的访客。',
  'An agent asks for approval': '智能体请求批准',
}
