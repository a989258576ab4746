import type { NewsTexts } from '../news.ts'

export const news: NewsTexts = {
  'A visitor wrote to you': 'एक विज़िटर ने आपको लिखा',
  'New conversation': 'नई बातचीत',
  'New lead': 'नई लीड',
  'New request': 'नया अनुरोध',
  'A visitor of {agent} completed a request.': '{agent} के एक विज़िटर ने अनुरोध पूरा किया।',
  'A visitor asks for a person': 'एक विज़िटर किसी व्यक्ति से बात करना चाहता है',
  'Nobody took over in time': 'समय पर किसी ने नहीं सँभाला',
  'In a conversation with {agent} that you have taken over.': '{agent} के साथ आपकी सँभाली हुई एक बातचीत में।',
  'In a conversation with {agent}. Nobody was there when it was asked.':
    '{agent} के साथ एक बातचीत में। अनुरोध के समय कोई मौजूद नहीं था।',
  'In a conversation with {agent}.': '{agent} के साथ एक बातचीत में।',
  'A visitor wrote to {agent}.': 'एक विज़िटर ने {agent} को लिखा।',
  'A visitor of {agent} left their details.': '{agent} के एक विज़िटर ने अपनी जानकारी दी।',
  '{agent} goes on by itself with a visitor who waited for a person.':
    '{agent} उस विज़िटर के साथ खुद आगे बढ़ रहा है जो किसी व्यक्ति की प्रतीक्षा में था।',
  'A conversation was assigned to you': 'आपको एक बातचीत असाइन की गई',
  'With a visitor of {agent}.': '{agent} के एक विज़िटर के साथ।',
  'An agent asks for approval': 'एक एजेंट स्वीकृति माँगता है',
}
