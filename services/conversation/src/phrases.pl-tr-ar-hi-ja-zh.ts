/** The sentences of `phrases.ts` in Polish, Turkish, Arabic, Hindi, Japanese and Chinese. */
import type { Language, Phrases } from './phrases.ts'

export const furtherPhrases: Record<Extract<Language, 'pl' | 'tr' | 'ar' | 'hi' | 'ja' | 'zh'>, Phrases> = {
  pl: {
    greeting: 'Dzień dobry! W czym mogę pomóc?',
    thanks: 'Nie ma za co! Czy mogę jeszcze w czymś pomóc?',
    goodbye: 'Do widzenia! Do tego czatu można wrócić w każdej chwili.',
    about: 'Jestem automatycznym asystentem. Odpowiadam na podstawie informacji, które otrzymałem.',
    found: 'Oto co znalazłem w „{source}”:',
    unknown: 'Tego nie wiem: nie ma tego w informacjach, które mam. Proszę spróbować innymi słowami.',
    topics: 'Mogę poszukać w:',
    handoff:
      'Zapisałem prośbę o rozmowę z człowiekiem. Wiadomości są zachowane i zespół może je tu przeczytać.',
    notice: {
      'time-out': 'Odpowiedź trwa zbyt długo. Wiadomość jest zachowana: proszę spróbować za chwilę.',
      'provider-error':
        'Nie mogłem teraz odpowiedzieć. Wiadomość jest zachowana: proszę spróbować za chwilę.',
      'rate-limited': 'Teraz pyta wiele osób. Wiadomość jest zachowana: proszę spróbować za minutę.',
      'no-credits':
        'Ten asystent jest chwilowo niedostępny. Wiadomość jest zachowana: proszę spróbować później lub skontaktować się bezpośrednio z zespołem.',
      'usage-limit':
        'Ten asystent osiągnął na razie swój limit. Wiadomość jest zachowana: proszę spróbować później lub skontaktować się bezpośrednio z zespołem.',
      'messages-limit':
        'Osiągnięto liczbę wiadomości dozwoloną w tym czacie. Wiadomość jest zachowana: proszę skontaktować się bezpośrednio z zespołem.',
      refused: 'Na to nie mogę odpowiedzieć. Proszę zapytać innymi słowami.',
      unavailable: 'Ten asystent nie jest już dostępny. Proszę skontaktować się bezpośrednio z zespołem.',
    },
    retry: {
      text: 'Proszę napisać kilka słów.',
      name: 'Proszę podać imię i nazwisko.',
      email: 'To nie wygląda na adres e-mail. Proszę napisać go tak: imie@example.com.',
      phone:
        'To nie wygląda na numer telefonu. Proszę podać go z numerem kierunkowym kraju, np. +48 22 123 45 67.',
      number: 'Proszę odpowiedzieć liczbą.',
      date: 'Proszę podać datę, np. 31.03.2027.',
      'yes-no': 'Proszę odpowiedzieć tak lub nie.',
      'date-time': 'Proszę podać dzień i godzinę, np. 31.03.2027 o 10:00.',
      money: 'Proszę podać kwotę, np. 250 zł.',
    },
  },
  tr: {
    greeting: 'Merhaba! Size nasıl yardımcı olabilirim?',
    thanks: 'Rica ederim! Öğrenmek istediğiniz başka bir şey var mı?',
    goodbye: 'Hoşça kalın! Bu sohbete istediğiniz zaman dönebilirsiniz.',
    about: 'Ben otomatik bir asistanım. Bana verilen bilgilerden yanıt veririm.',
    found: '“{source}” içinde şunu buldum:',
    unknown: 'Bunu bilmiyorum: bendeki bilgilerde yok. Başka sözcüklerle sorabilirsiniz.',
    topics: 'Şuralara bakabilirim:',
    handoff:
      'Bir kişiyle konuşmak istediğinizi not ettim. Mesajlarınız saklanır, ekip onları burada okuyabilir.',
    notice: {
      'time-out': 'Yanıt çok uzun sürüyor. Mesajınız saklandı: lütfen birazdan yeniden deneyin.',
      'provider-error': 'Şu anda yanıt veremedim. Mesajınız saklandı: lütfen birazdan yeniden deneyin.',
      'rate-limited':
        'Şu anda çok kişi soruyor. Mesajınız saklandı: lütfen bir dakika sonra yeniden deneyin.',
      'no-credits':
        'Bu asistan şu anda hizmet dışı. Mesajınız saklandı: lütfen daha sonra deneyin veya doğrudan ekiple iletişime geçin.',
      'usage-limit':
        'Bu asistan şimdilik sınırına ulaştı. Mesajınız saklandı: lütfen daha sonra deneyin veya doğrudan ekiple iletişime geçin.',
      'messages-limit':
        'Bu sohbetin izin verdiği mesaj sayısına ulaştınız. Mesajınız saklandı: lütfen doğrudan ekiple iletişime geçin.',
      refused: 'Buna yanıt veremem. Lütfen başka sözcüklerle sorun.',
      unavailable: 'Bu asistan artık kullanılamıyor. Lütfen doğrudan ekiple iletişime geçin.',
    },
    retry: {
      text: 'Lütfen birkaç sözcük yazın.',
      name: 'Lütfen adınızı yazın.',
      email: 'Bu bir e-posta adresine benzemiyor. Lütfen ad@example.com gibi yazın.',
      phone: 'Bu bir telefon numarasına benzemiyor. Lütfen ülke koduyla yazın, örneğin +90 212 123 45 67.',
      number: 'Lütfen bir sayıyla yanıtlayın.',
      date: 'Lütfen bir tarih yazın, örneğin 31.03.2027.',
      'yes-no': 'Lütfen evet veya hayır diye yanıtlayın.',
      'date-time': 'Lütfen gün ve saat yazın, örneğin 31.03.2027 saat 10:00.',
      money: 'Lütfen bir tutar yazın, örneğin 250 TL.',
    },
  },
  ar: {
    greeting: 'مرحبًا! كيف يمكنني مساعدتك؟',
    thanks: 'على الرحب والسعة! هل تريد معرفة شيء آخر؟',
    goodbye: 'إلى اللقاء! يمكنك العودة إلى هذه المحادثة في أي وقت.',
    about: 'أنا مساعد آلي. أجيب من المعلومات المتوفرة لدي، فاسألني عنها.',
    found: 'هذا ما وجدته في «{source}»:',
    unknown: 'لا أعرف ذلك: فهو غير موجود في المعلومات المتوفرة لدي. يمكنك السؤال بكلمات أخرى.',
    topics: 'يمكنني البحث في:',
    handoff: 'سجلت أنك تريد التحدث إلى شخص. رسائلك محفوظة ويمكن للفريق قراءتها هنا.',
    notice: {
      'time-out': 'الإجابة تستغرق وقتًا طويلاً. رسالتك محفوظة: حاول مرة أخرى بعد لحظات.',
      'provider-error': 'لم أتمكن من الإجابة الآن. رسالتك محفوظة: حاول مرة أخرى بعد لحظات.',
      'rate-limited': 'هناك أسئلة كثيرة الآن. رسالتك محفوظة: حاول مرة أخرى بعد دقيقة.',
      'no-credits': 'هذا المساعد خارج الخدمة حاليًا. رسالتك محفوظة: حاول لاحقًا أو تواصل مع الفريق مباشرة.',
      'usage-limit': 'وصل هذا المساعد إلى حده الآن. رسالتك محفوظة: حاول لاحقًا أو تواصل مع الفريق مباشرة.',
      'messages-limit': 'بلغت عدد الرسائل المسموح به في هذه المحادثة. رسالتك محفوظة: تواصل مع الفريق مباشرة.',
      refused: 'لا يمكنني الإجابة عن ذلك. حاول السؤال بكلمات أخرى.',
      unavailable: 'لم يعد هذا المساعد متاحًا. تواصل مع الفريق مباشرة.',
    },
    retry: {
      text: 'اكتب بضع كلمات من فضلك.',
      name: 'ما اسمك من فضلك؟',
      email: 'لا يبدو هذا عنوان بريد إلكتروني. اكتبه مثل name@example.com.',
      phone: 'لا يبدو هذا رقم هاتف. اكتبه مع رمز البلد، مثل ‎+966 11 123 4567.',
      number: 'أجب برقم من فضلك.',
      date: 'اكتب تاريخًا من فضلك، مثل 31/03/2027.',
      'yes-no': 'أجب بنعم أو لا من فضلك.',
      'date-time': 'اكتب اليوم والساعة من فضلك، مثل 31/03/2027 الساعة 10:00.',
      money: 'اكتب مبلغًا من فضلك، مثل 250 ريالاً.',
    },
  },
  hi: {
    greeting: 'नमस्ते! मैं आपकी क्या मदद कर सकता हूँ?',
    thanks: 'आपका स्वागत है! क्या आप कुछ और जानना चाहेंगे?',
    goodbye: 'नमस्ते! आप इस चैट में कभी भी लौट सकते हैं।',
    about: 'मैं एक स्वचालित सहायक हूँ। मुझे जो जानकारी दी गई है, उसी से उत्तर देता हूँ।',
    found: '“{source}” में मुझे यह मिला:',
    unknown: 'यह मुझे नहीं पता: यह मेरी जानकारी में नहीं है। आप दूसरे शब्दों में पूछ सकते हैं।',
    topics: 'मैं इनमें देख सकता हूँ:',
    handoff: 'मैंने लिख लिया है कि आप किसी व्यक्ति से बात करना चाहते हैं। आपके संदेश सुरक्षित हैं और टीम उन्हें यहाँ पढ़ सकती है।',
    notice: {
      'time-out': 'उत्तर में बहुत समय लग रहा है। आपका संदेश सुरक्षित है: थोड़ी देर में फिर कोशिश करें।',
      'provider-error': 'मैं अभी उत्तर नहीं दे सका। आपका संदेश सुरक्षित है: थोड़ी देर में फिर कोशिश करें।',
      'rate-limited': 'अभी बहुत लोग पूछ रहे हैं। आपका संदेश सुरक्षित है: एक मिनट में फिर कोशिश करें।',
      'no-credits': 'यह सहायक अभी सेवा में नहीं है। आपका संदेश सुरक्षित है: बाद में कोशिश करें या सीधे टीम से संपर्क करें।',
      'usage-limit':
        'यह सहायक अभी अपनी सीमा पर पहुँच गया है। आपका संदेश सुरक्षित है: बाद में कोशिश करें या सीधे टीम से संपर्क करें।',
      'messages-limit': 'इस चैट में संदेशों की सीमा पूरी हो गई है। आपका संदेश सुरक्षित है: सीधे टीम से संपर्क करें।',
      refused: 'मैं इसका उत्तर नहीं दे सकता। कृपया दूसरे शब्दों में पूछें।',
      unavailable: 'यह सहायक अब उपलब्ध नहीं है। कृपया सीधे टीम से संपर्क करें।',
    },
    retry: {
      text: 'कृपया कुछ शब्द लिखें।',
      name: 'कृपया अपना नाम बताएँ।',
      email: 'यह ई-मेल पता नहीं लगता। कृपया इसे name@example.com की तरह लिखें।',
      phone: 'यह फ़ोन नंबर नहीं लगता। कृपया इसे देश के कोड के साथ लिखें, जैसे +91 11 2345 6789।',
      number: 'कृपया एक संख्या में उत्तर दें।',
      date: 'कृपया एक तारीख लिखें, जैसे 31/03/2027।',
      'yes-no': 'कृपया हाँ या नहीं में उत्तर दें।',
      'date-time': 'कृपया दिन और समय लिखें, जैसे 31/03/2027 10:00।',
      money: 'कृपया एक राशि लिखें, जैसे ₹250।',
    },
  },
  ja: {
    greeting: 'こんにちは！どのようなご用件でしょうか？',
    thanks: 'どういたしまして！ほかに知りたいことはありますか？',
    goodbye: 'ありがとうございました。いつでもこのチャットにお戻りください。',
    about: '私は自動アシスタントです。登録された情報をもとにお答えします。',
    found: '「{source}」に次の記載がありました：',
    unknown: '申し訳ありませんが、手元の情報にはありません。別の言葉で質問してみてください。',
    topics: '次の内容を調べられます：',
    handoff:
      '担当者と話したいというご希望を承りました。メッセージは保存され、担当者がここで読むことができます。',
    notice: {
      'time-out':
        '回答に時間がかかりすぎています。メッセージは保存されています。しばらくしてからもう一度お試しください。',
      'provider-error':
        '今は回答できませんでした。メッセージは保存されています。しばらくしてからもう一度お試しください。',
      'rate-limited':
        '現在、質問が集中しています。メッセージは保存されています。1分後にもう一度お試しください。',
      'no-credits':
        'このアシスタントは現在ご利用いただけません。メッセージは保存されています。後でもう一度お試しいただくか、直接お問い合わせください。',
      'usage-limit':
        'このアシスタントは現在の上限に達しました。メッセージは保存されています。後でもう一度お試しいただくか、直接お問い合わせください。',
      'messages-limit':
        'このチャットで送れるメッセージ数の上限に達しました。メッセージは保存されています。直接お問い合わせください。',
      refused: 'その質問にはお答えできません。別の言葉で質問してみてください。',
      unavailable: 'このアシスタントはご利用いただけなくなりました。直接お問い合わせください。',
    },
    retry: {
      text: '少し言葉でお書きください。',
      name: 'お名前を教えてください。',
      email: 'メールアドレスではないようです。name@example.com のようにお書きください。',
      phone: '電話番号ではないようです。+81 3 1234 5678 のように国番号からお書きください。',
      number: '数字でお答えください。',
      date: '日付をお書きください（例：2027年3月31日）。',
      'yes-no': '「はい」か「いいえ」でお答えください。',
      'date-time': '日付と時刻をお書きください（例：2027年3月31日 10時）。',
      money: '金額をお書きください（例：2500円）。',
    },
  },
  zh: {
    greeting: '您好！有什么可以帮您？',
    thanks: '不客气！还有什么想了解的吗？',
    goodbye: '再见！您可以随时回到这个聊天。',
    about: '我是自动助手，根据提供给我的资料回答问题。',
    found: '我在“{source}”中找到：',
    unknown: '我不知道：我的资料里没有这个内容。您可以换一种说法再问。',
    topics: '我可以查询：',
    handoff: '我已记下您想与人工交谈。您的消息已保存，团队可以在这里看到。',
    notice: {
      'time-out': '回答用时过长。您的消息已保存，请稍后再试。',
      'provider-error': '我刚才无法回答。您的消息已保存，请稍后再试。',
      'rate-limited': '现在咨询的人很多。您的消息已保存，请一分钟后再试。',
      'no-credits': '该助手目前无法使用。您的消息已保存，请稍后再试或直接联系团队。',
      'usage-limit': '该助手目前已达到使用上限。您的消息已保存，请稍后再试或直接联系团队。',
      'messages-limit': '您已达到此聊天允许的消息数量。您的消息已保存，请直接联系团队。',
      refused: '我无法回答这个问题。请换一种说法再问。',
      unavailable: '该助手已不再提供服务。请直接联系团队。',
    },
    retry: {
      text: '请写几个字。',
      name: '请告诉我您的姓名。',
      email: '这看起来不像邮箱地址。请按 name@example.com 的格式填写。',
      phone: '这看起来不像电话号码。请带上国家代码，例如 +86 10 1234 5678。',
      number: '请回答一个数字。',
      date: '请写一个日期，例如 2027-03-31。',
      'yes-no': '请回答“是”或“不是”。',
      'date-time': '请写日期和时间，例如 2027-03-31 10:00。',
      money: '请写一个金额，例如 250 元。',
    },
  },
}
