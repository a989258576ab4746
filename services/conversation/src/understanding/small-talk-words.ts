/** Small talk by language: what visitors say, and short replies to what `phrases.ts` has none for. */
import type { Language } from '../phrases.ts'

export type SmallTalkWords = Record<
  'greeting' | 'wellbeing' | 'thanks' | 'agreed' | 'goodbye' | 'about' | 'insult' | 'filler',
  string
> & { says: { wellbeing: string; agreed: string; insult: string } }

/** Alternatives are separated by `|`. `filler`: words that change nothing. */
export const smallTalkWords: Record<Language, SmallTalkWords> = {
  en: {
    greeting:
      'hi|hey|heya|hello|hiya|howdy|yo|good morning|morning|good afternoon|good evening|evening|good day|greetings|nice to meet you|hello world',
    wellbeing:
      'how are you|how are you doing|how is it going|hows it going|how do you do|whats up|sup|how are things|how are you today|how have you been|you ok|you alright',
    thanks:
      'thanks|thank you|thanks a lot|thank you very much|thank you so much|many thanks|thx|ty|tysm|cheers|much appreciated|i appreciate it|appreciate it|thanks a bunch|thanks for your help|thank you for your help|that helps|that helped|this helped|very helpful|thats helpful|that was helpful|youre great|you are great|good bot|well done|nice work|good job',
    agreed:
      'ok|okay|okey|k|kk|oki|great|cool|nice|perfect|fine|alright|all right|good|super|awesome|wonderful|excellent|lovely|sounds good|got it|i see|understood|i understand|sure|right|makes sense|fantastic|brilliant|amazing|good to know|noted|fair enough|no problem|interesting|wow|lol|haha|hahaha|hmm|mhm|aha|ah|oh|yay|thats great|thats good|that is great|thats all i needed',
    goodbye:
      'bye|bye bye|goodbye|good bye|see you|see ya|see you later|cu|good night|have a nice day|have a good day|have a great day|thats all|that is all|thats it|take care|farewell|nothing else|i have to go|gotta go|talk to you later|nothing more',
    about:
      'who are you|what are you|what can you do|what do you do|how can you help|how can you help me|what can you help me with|are you a bot|are you a robot|are you an ai|are you human|are you a human|are you real|are you a real person|are you a person|are you a machine|are you chatgpt|am i talking to a human|am i talking to a bot|am i talking to a robot|am i talking to a real person|is this a bot|is this a robot|is this a real person|what is your name|whats your name|do you have a name|help|can you help me|i need help|help me|are you there|anybody there',
    insult:
      'stupid|you are stupid|are you stupid|are you dumb|youre stupid|your stupid|idiot|idiots|you idiot|you are an idiot|youre an idiot|dumb|you are dumb|youre dumb|moron|you moron|you suck|this sucks|useless|you are useless|youre useless|this is useless|you are a useless bot|fuck|fuck you|fuck off|fuck this|fucking|fck|wtf|what the fuck|shut up|shut the fuck up|shit|this is shit|bullshit|piece of shit|crap|this is crap|asshole|bitch|bastard|damn you|go to hell|screw you|i hate you|you are terrible|you are bad|you are awful|worst bot ever|you are trash|this is rubbish|pathetic|loser|you are so stupid|youre so stupid|you are so dumb|you are so useless',
    filler:
      'there|so|very|much|well|then|you|again|all|everyone|bot|please|today|now|just|really|friend|mate|sir|team|guys|for the info|for that|for your time|and|a|lot',
    says: {
      wellbeing: 'I am doing well, thank you! How can I help you?',
      agreed: 'Good! Is there anything else I can do for you?',
      insult:
        'I am sorry that I could not help so far. Tell me what you are looking for, and I will try again.',
    },
  },
  de: {
    greeting:
      'hallo|hi|hey|guten tag|guten morgen|morgen zusammen|guten abend|moin|moin moin|servus|grüß gott|grüezi|grüß dich|hallöchen|tach',
    wellbeing:
      'wie geht es dir|wie gehts dir|wie gehts|wie geht es ihnen|wie gehts ihnen|wie läufts|alles gut bei dir|alles klar bei dir|was geht',
    thanks:
      'danke|vielen dank|danke schön|dankeschön|danke sehr|herzlichen dank|besten dank|tausend dank|danke dir|danke ihnen|danke vielmals|das hilft|das hilft mir|hat geholfen|sehr hilfreich|gut gemacht|merci',
    agreed:
      'ok|okay|gut|super|toll|prima|klasse|perfekt|alles klar|verstanden|verstehe|in ordnung|passt|schön|sehr gut|wunderbar|cool|genial|spitze|interessant|aha|ach so|achso|gut zu wissen|hm|hmm|haha|wow|einverstanden|kein problem|na gut|alles gut',
    goodbye:
      'tschüss|tschüs|ciao|auf wiedersehen|bis bald|bis dann|bis später|schönen tag|schönen tag noch|einen schönen tag|gute nacht|das wars|das war alles|mehr nicht|machs gut|schönes wochenende|wiedersehen|ade',
    about:
      'wer bist du|wer sind sie|was bist du|was kannst du|was können sie|bist du ein bot|bist du ein roboter|bist du ein mensch|sind sie ein roboter|sind sie ein mensch|bist du eine ki|bist du echt|rede ich mit einem menschen|spreche ich mit einem menschen|spreche ich mit einem roboter|wie heißt du|wie kannst du mir helfen|hilfe|kannst du mir helfen|können sie mir helfen',
    insult:
      'dumm|du bist dumm|bist du dumm|bist du blöd|du bist blöd|blöd|idiot|du idiot|du bist ein idiot|vollidiot|trottel|depp|arschloch|du arschloch|arsch|scheiße|so eine scheiße|scheiß bot|scheißladen|fick dich|verpiss dich|halt die klappe|halts maul|nutzlos|du bist nutzlos|du nervst|du kannst nichts|du kannst ja gar nichts|unfähig|saftladen|hurensohn|wichser|verdammt|du bist so dumm|du bist so blöd|bist du so dumm',
    filler:
      'und|sehr|dir|ihnen|euch|auch|dann|mal|noch|bitte|zusammen|für die hilfe|für ihre hilfe|für die info|für die auskunft|ja|doch|denn|heute',
    says: {
      wellbeing: 'Mir geht es gut, danke! Wie kann ich Ihnen helfen?',
      agreed: 'Schön! Kann ich noch etwas für Sie tun?',
      insult:
        'Es tut mir leid, dass ich bisher nicht helfen konnte. Sagen Sie mir, was Sie suchen, dann versuche ich es noch einmal.',
    },
  },
  es: {
    greeting: 'hola|buenas|buenos días|buen día|buenas tardes|buenas noches|qué onda|saludos|holi',
    wellbeing: 'cómo estás|cómo está|qué tal|cómo te va|cómo andas|qué tal estás|cómo están',
    thanks:
      'gracias|muchas gracias|mil gracias|muchísimas gracias|te lo agradezco|se lo agradezco|muy amable|gracias por tu ayuda|gracias por la ayuda|muy útil|me ayudó|bien hecho',
    agreed:
      'ok|vale|genial|perfecto|bien|muy bien|de acuerdo|entendido|entiendo|excelente|estupendo|guay|claro|bueno|está bien|ya veo|fantástico|qué bien|interesante|jaja|jajaja|listo|súper|buenísimo|sin problema',
    goodbye:
      'adiós|hasta luego|hasta pronto|chao|chau|nos vemos|buen día para ti|que tengas un buen día|eso es todo|nada más|hasta mañana|hasta la vista',
    about:
      'quién eres|quién es usted|qué eres|qué puedes hacer|eres un robot|eres un bot|eres humano|eres una persona|eres real|es usted un robot|hablo con una persona|hablo con un robot|estoy hablando con un robot|cómo te llamas|cómo puedes ayudarme|ayuda|puedes ayudarme|necesito ayuda',
    insult:
      'estúpido|eres estúpido|eres tonto|tonto|idiota|eres un idiota|eres idiota|imbécil|inútil|eres inútil|eres un inútil|mierda|esto es una mierda|vete a la mierda|cállate|que te jodan|jódete|joder|gilipollas|pendejo|cabrón|hijo de puta|puta|eres malo|no sirves para nada|qué asco|carajo',
    filler: 'y|muy|por todo|por la información|a todos|entonces|pues|por favor|hoy|tú|usted|sí',
    says: {
      wellbeing: '¡Estoy bien, gracias! ¿En qué puedo ayudarte?',
      agreed: '¡Muy bien! ¿Puedo hacer algo más por ti?',
      insult: 'Siento no haber podido ayudar hasta ahora. Dime qué buscas y lo intentaré de nuevo.',
    },
  },
  fr: {
    greeting: 'bonjour|salut|bonsoir|coucou|hello|bonjour à tous|rebonjour|allô',
    wellbeing:
      'comment allez vous|comment vas tu|ça va|comment ça va|comment tu vas|vous allez bien|tu vas bien|quoi de neuf',
    thanks:
      'merci|merci beaucoup|merci bien|mille mercis|un grand merci|je vous remercie|c’est gentil|merci pour votre aide|merci de votre aide|très utile|cela m’aide|bien joué',
    agreed:
      'ok|d’accord|super|parfait|génial|très bien|bien|compris|je comprends|je vois|entendu|excellent|cool|formidable|c’est bon|ça marche|top|nickel|intéressant|ah|ah bon|haha|mdr|pas de problème|bon',
    goodbye:
      'au revoir|à bientôt|bonne journée|bonne soirée|bonne nuit|à plus|à plus tard|ciao|c’est tout|rien d’autre|bye|adieu|à demain',
    about:
      'qui êtes vous|qui es tu|qu’es tu|que pouvez vous faire|que peux tu faire|es tu un robot|êtes vous un robot|es tu humain|êtes vous humain|est ce que vous êtes un robot|est ce que tu es un robot|vous êtes un robot|tu es un robot|je parle à un robot|est ce que je parle à un humain|comment tu t’appelles|comment vous appelez vous|aide|aidez moi|pouvez vous m’aider|j’ai besoin d’aide',
    insult:
      'stupide|tu es stupide|vous êtes stupide|idiot|tu es idiot|imbécile|crétin|débile|connard|connasse|tu es con|t’es con|t’es nul|nul|tu es nul|vous êtes nul|c’est nul|inutile|tu es inutile|ta gueule|ferme ta gueule|va te faire foutre|va te faire|merde|putain|c’est de la merde|tu ne sers à rien|tu sers à rien|salaud|salope',
    filler:
      'et|très|pour tout|pour l’information|pour votre réponse|à tous|alors|donc|beaucoup|monsieur|madame|oui|vous|toi',
    says: {
      wellbeing: 'Je vais bien, merci ! Comment puis-je vous aider ?',
      agreed: 'Très bien ! Puis-je faire autre chose pour vous ?',
      insult:
        'Je suis désolé de ne pas avoir pu vous aider jusqu’ici. Dites-moi ce que vous cherchez et je réessaierai.',
    },
  },
  pt: {
    greeting: 'olá|oi|bom dia|boa tarde|boa noite|e aí|opa|saudações|oie',
    wellbeing:
      'como vai|como vai você|tudo bem|como está|como estás|tudo bom|como você está|tudo certo|beleza',
    thanks:
      'obrigado|obrigada|muito obrigado|muito obrigada|agradeço|valeu|brigado|brigada|obrigado pela ajuda|obrigada pela ajuda|muito útil|ajudou muito',
    agreed:
      'ok|certo|ótimo|perfeito|bom|muito bom|legal|entendi|entendido|está bem|tá bom|tá|excelente|maravilha|show|combinado|fixe|bacana|claro|interessante|kkk|haha|que bom|sem problema',
    goodbye:
      'tchau|até logo|adeus|até mais|até breve|até amanhã|tenha um bom dia|é só isso|só isso|nada mais|é tudo|fui',
    about:
      'quem é você|quem és tu|o que você é|o que você pode fazer|o que podes fazer|você é um robô|és um robô|você é humano|você é um bot|é um robô|estou falando com um robô|estou a falar com um robô|falo com uma pessoa|qual é o seu nome|como você se chama|como pode me ajudar|ajuda|pode me ajudar|preciso de ajuda',
    insult:
      'estúpido|você é estúpido|burro|você é burro|és burro|idiota|você é um idiota|és um idiota|imbecil|inútil|você é inútil|és inútil|merda|isso é uma merda|vai à merda|vai se foder|vai te foder|foda se|cala a boca|cala te|porra|caralho|filho da puta|puta|otário|babaca|você não serve para nada|não serves para nada',
    filler: 'e|muito|por tudo|pela informação|pela resposta|a todos|então|hoje|você|sim|gente',
    says: {
      wellbeing: 'Estou bem, obrigado! Como posso ajudar?',
      agreed: 'Muito bem! Posso fazer mais alguma coisa por você?',
      insult: 'Lamento não ter conseguido ajudar até agora. Diga o que procura e tento de novo.',
    },
  },
  it: {
    greeting: 'ciao|salve|buongiorno|buon giorno|buonasera|buona sera|buon pomeriggio|ehi|ciao a tutti',
    wellbeing: 'come stai|come sta|come va|tutto bene|come state|come te la passi|stai bene',
    thanks:
      'grazie|grazie mille|molte grazie|tante grazie|la ringrazio|ti ringrazio|grazie infinite|grazie per l’aiuto|grazie dell’aiuto|molto utile|ben fatto|gentilissimo',
    agreed:
      'ok|va bene|bene|perfetto|ottimo|benissimo|d’accordo|capito|ho capito|capisco|fantastico|bello|eccellente|certo|chiaro|meraviglioso|interessante|ah|ahah|haha|nessun problema|tutto chiaro|molto bene',
    goodbye:
      'arrivederci|a presto|a dopo|buona giornata|buona serata|buonanotte|buona notte|è tutto|nient’altro|addio|ci vediamo|alla prossima',
    about:
      'chi sei|chi è lei|cosa sei|cosa puoi fare|che cosa puoi fare|sei un bot|sei un robot|sei umano|sei una persona|sei vero|è un robot|lei è un robot|parlo con un robot|sto parlando con un robot|sto parlando con una persona|come ti chiami|come puoi aiutarmi|aiuto|mi puoi aiutare|puoi aiutarmi|può aiutarmi',
    insult:
      'stupido|sei stupido|idiota|sei un idiota|sei idiota|scemo|sei scemo|cretino|imbecille|inutile|sei inutile|merda|che merda|vaffanculo|fanculo|vai a quel paese|stai zitto|stronzo|sei uno stronzo|cazzo|che cazzo|figlio di puttana|fai schifo|che schifo|non servi a niente|incapace',
    filler: 'e|molto|di tutto|per tutto|per le informazioni|a tutti|allora|oggi|davvero|sì',
    says: {
      wellbeing: 'Sto bene, grazie! Come posso aiutarla?',
      agreed: 'Bene! Posso fare altro per lei?',
      insult: 'Mi dispiace di non aver potuto aiutare finora. Mi dica che cosa cerca e riprovo.',
    },
  },
  nl: {
    greeting: 'hallo|hoi|hey|hi|dag|goedemorgen|goedemiddag|goedenavond|goedendag|hoi hoi|yo|goeiemorgen',
    wellbeing:
      'hoe gaat het|hoe gaat het met je|hoe gaat het met u|hoe is het|alles goed|hoe gaat ie|hoe gaat t',
    thanks:
      'dank je|dank je wel|dankjewel|dank u|dank u wel|bedankt|hartelijk dank|heel erg bedankt|veel dank|bedankt voor de hulp|bedankt voor je hulp|heel nuttig|top bedankt|goed gedaan',
    agreed:
      'ok|oke|oké|goed|prima|perfect|mooi|top|fijn|super|begrepen|ik snap het|ik begrijp het|leuk|geweldig|uitstekend|duidelijk|is goed|interessant|aha|haha|hmm|geen probleem|heel goed',
    goodbye:
      'tot ziens|doei|dag dag|doeg|tot later|tot snel|fijne dag|prettige dag|fijne avond|welterusten|dat was het|dat was alles|dat is alles|niets meer|houdoe|de groeten',
    about:
      'wie ben je|wie bent u|wat ben je|wat kun je|wat kan je|wat kunt u|ben je een robot|ben je een bot|bent u een robot|ben je een mens|bent u een mens|ben je echt|praat ik met een robot|praat ik met een mens|spreek ik met een mens|hoe heet je|hoe kun je me helpen|hulp|help|kun je me helpen|kunt u mij helpen',
    insult:
      'je bent dom|ben je dom|idioot|je bent een idioot|sukkel|stom|stomme bot|wat een stomme bot|nutteloos|je bent nutteloos|waardeloos|je bent waardeloos|klootzak|lul|kutbot|rot op|hou je mond|hou je bek|fuck you|fuck|godverdomme|verdomme|shit|je kan niks|je kunt niks',
    filler: 'en|heel|erg|wel|voor alles|voor de info|allemaal|dan|ook|vandaag|ja|hoor',
    says: {
      wellbeing: 'Met mij gaat het goed, dank u! Waarmee kan ik u helpen?',
      agreed: 'Mooi! Kan ik nog iets voor u doen?',
      insult:
        'Het spijt me dat ik tot nu toe niet kon helpen. Zeg me wat u zoekt, dan probeer ik het opnieuw.',
    },
  },
  pl: {
    greeting: 'cześć|hej|dzień dobry|dobry wieczór|witam|witaj|siema|halo|hejka|dobry',
    wellbeing:
      'jak się masz|jak leci|co słychać|jak się pan ma|jak się pani ma|co u ciebie|jak tam|wszystko w porządku',
    thanks:
      'dziękuję|dzięki|dziękuję bardzo|bardzo dziękuję|wielkie dzięki|dzięki wielkie|serdecznie dziękuję|dziękuję za pomoc|dzięki za pomoc|bardzo pomocne|dzięki bardzo|dobra robota',
    agreed:
      'ok|okej|dobrze|super|świetnie|doskonale|fajnie|rozumiem|jasne|w porządku|bardzo dobrze|znakomicie|zgoda|dobra|spoko|ciekawe|aha|haha|wow|nie ma problemu|idealnie|no dobrze|pięknie',
    goodbye:
      'do widzenia|pa|pa pa|na razie|do zobaczenia|miłego dnia|dobranoc|to wszystko|nic więcej|żegnam|trzymaj się|miłego wieczoru',
    about:
      'kim jesteś|czym jesteś|kto ty jesteś|co potrafisz|co umiesz|jesteś robotem|czy jesteś robotem|jesteś botem|czy jesteś botem|czy jesteś człowiekiem|jesteś człowiekiem|czy rozmawiam z człowiekiem|czy rozmawiam z robotem|jak masz na imię|jak możesz mi pomóc|pomoc|pomóż mi|możesz mi pomóc|potrzebuję pomocy',
    insult:
      'głupi|jesteś głupi|głupi bot|idiota|jesteś idiotą|ty idioto|debil|debilu|kretyn|jesteś beznadziejny|beznadziejny|beznadzieja|bezużyteczny|jesteś bezużyteczny|kurwa|kurwa mać|spierdalaj|zamknij się|gówno|do dupy|jesteś do dupy|pierdol się|chuj|ty chuju|nic nie umiesz|do niczego',
    filler: 'i|bardzo|za wszystko|za informację|za odpowiedź|wszystkim|no|więc|to|dziś|tak|państwu|panu|pani',
    says: {
      wellbeing: 'Dziękuję, wszystko dobrze! W czym mogę pomóc?',
      agreed: 'Świetnie! Czy mogę jeszcze w czymś pomóc?',
      insult:
        'Przykro mi, że dotąd nie udało mi się pomóc. Proszę napisać, czego Państwo szukają, a spróbuję jeszcze raz.',
    },
  },
  tr: {
    greeting:
      'merhaba|selam|selamlar|günaydın|iyi günler|iyi akşamlar|selamün aleyküm|alo|merhabalar|tünaydın|slm|mrb',
    wellbeing: 'nasılsın|nasılsınız|naber|ne haber|nasıl gidiyor|iyi misin|iyi misiniz|ne var ne yok',
    thanks:
      'teşekkürler|teşekkür ederim|çok teşekkürler|çok teşekkür ederim|sağ ol|sağ olun|sağolun|sağol|eyvallah|minnettarım|yardımın için teşekkürler|yardımınız için teşekkürler|çok yardımcı oldun|eline sağlık|tşk',
    agreed:
      'tamam|ok|harika|süper|güzel|çok güzel|mükemmel|anladım|peki|olur|iyi|çok iyi|tamamdır|anlaşıldı|muhteşem|şahane|ilginç|haha|hmm|sorun değil|aynen|tabii|elbette',
    goodbye:
      'hoşça kal|hoşça kalın|hoşçakal|güle güle|görüşürüz|iyi geceler|kendine iyi bak|bu kadar|hepsi bu|başka bir şey yok|görüşmek üzere|bay bay|allaha ısmarladık',
    about:
      'sen kimsin|siz kimsiniz|kimsin|nesin|ne yapabilirsin|neler yapabilirsin|robot musun|sen robot musun|bot musun|sen bir robot musun|siz robot musunuz|insan mısın|sen insan mısın|gerçek misin|bir insanla mı konuşuyorum|robotla mı konuşuyorum|adın ne|ismin ne|yardım|yardım et|bana yardım eder misin|yardım eder misin',
    insult:
      'aptal|aptalsın|sen aptalsın|salak|salaksın|gerizekalı|geri zekalı|malsın|embesil|işe yaramaz|işe yaramazsın|hiçbir işe yaramıyorsun|siktir|siktir git|kapa çeneni|orospu çocuğu|şerefsiz|bok gibi|berbat|berbatsın|rezalet|lanet olsun|defol|defol git|ahmak',
    filler: 've|çok|için|her şey|bilgi|o zaman|bugün|evet|ya|de|da|size|sana',
    says: {
      wellbeing: 'İyiyim, teşekkürler! Size nasıl yardımcı olabilirim?',
      agreed: 'Güzel! Sizin için yapabileceğim başka bir şey var mı?',
      insult: 'Şimdiye kadar yardımcı olamadığım için üzgünüm. Ne aradığınızı söyleyin, yeniden deneyeyim.',
    },
  },
  ar: {
    greeting:
      'مرحبا|أهلا|اهلا|أهلا وسهلا|اهلا وسهلا|السلام عليكم|سلام|صباح الخير|مساء الخير|هلا|هاي|مرحبا بك',
    wellbeing: 'كيف حالك|كيف الحال|كيفك|شلونك|ازيك|إزيك|كيف حالكم|ما أخبارك|اخبارك|عامل ايه',
    thanks:
      'شكرا|شكرا جزيلا|شكرا لك|شكرا كثيرا|أشكرك|اشكرك|ألف شكر|مشكور|شكرا على المساعدة|جزاك الله خيرا|تسلم|يعطيك العافية|شكرا لكم|ممنون',
    agreed:
      'حسنا|طيب|تمام|ممتاز|جيد|رائع|ok|أوك|اوك|اوكي|أوكي|فهمت|مفهوم|جميل|جيد جدا|عظيم|ماشي|لا مشكلة|هههه|ههه|حلو|زين|موافق',
    goodbye:
      'مع السلامة|وداعا|إلى اللقاء|الى اللقاء|باي|تصبح على خير|هذا كل شيء|لا شيء آخر|في أمان الله|أراك لاحقا|يومك سعيد|سلام عليكم',
    about:
      'من أنت|من انت|ما أنت|ماذا يمكنك أن تفعل|ماذا تستطيع|هل أنت روبوت|هل انت روبوت|أنت روبوت|انت روبوت|هل أنت إنسان|هل انت انسان|هل أنت بشر|هل أتحدث مع إنسان|هل أتحدث مع روبوت|ما اسمك|مساعدة|ساعدني|هل يمكنك مساعدتي|كيف يمكنك مساعدتي|أحتاج مساعدة',
    insult:
      'غبي|أنت غبي|انت غبي|يا غبي|أحمق|أنت أحمق|انت احمق|احمق|يا حمار|عديم الفائدة|أنت عديم الفائدة|تافه|اخرس|سخيف|خرا|تبا|تبا لك|لعنة|اللعنة|يا كلب|حقير|ابن الكلب|فاشل|أنت فاشل|قذر',
    filler: 'و|جدا|كثيرا|لك|لكم|على|كل|شيء|المعلومات|اليوم|نعم|يا|بك',
    says: {
      wellbeing: 'أنا بخير، شكرًا! كيف يمكنني مساعدتك؟',
      agreed: 'جيد! هل يمكنني مساعدتك في شيء آخر؟',
      insult: 'آسف لأنني لم أستطع المساعدة حتى الآن. أخبرني بما تبحث عنه وسأحاول مرة أخرى.',
    },
  },
  hi: {
    greeting: 'नमस्ते|नमस्कार|हैलो|हेलो|हाय|सुप्रभात|प्रणाम|शुभ संध्या|namaste|namaskar|राम राम|शुभ दिन',
    wellbeing:
      'कैसे हो|कैसे हैं|आप कैसे हैं|कैसी हो|क्या हाल है|आप कैसे हो|kaise ho|aap kaise hain|kaise hain|kya haal hai|तुम कैसे हो',
    thanks:
      'धन्यवाद|शुक्रिया|बहुत धन्यवाद|बहुत बहुत धन्यवाद|आपका धन्यवाद|थैंक यू|थैंक्स|dhanyavaad|dhanyawad|shukriya|बहुत शुक्रिया|मदद के लिए धन्यवाद|आभार',
    agreed:
      'ठीक है|अच्छा|ठीक|बढ़िया|बहुत अच्छा|ओके|समझ गया|समझ गई|शानदार|सही है|बहुत बढ़िया|theek hai|thik hai|accha|acha|badhiya|samajh gaya|जी|वाह|कोई बात नहीं|हाहा|मस्त',
    goodbye:
      'अलविदा|फिर मिलेंगे|बाय|शुभ रात्रि|बस इतना ही|और कुछ नहीं|alvida|phir milenge|शुभ दिन हो|चलता हूँ|चलती हूँ|टाटा',
    about:
      'आप कौन हैं|तुम कौन हो|आप क्या हैं|आप क्या कर सकते हैं|तुम क्या कर सकते हो|क्या आप रोबोट हैं|क्या तुम रोबोट हो|क्या आप इंसान हैं|क्या तुम इंसान हो|क्या आप बॉट हैं|क्या मैं इंसान से बात कर रहा हूँ|आपका नाम क्या है|तुम्हारा नाम क्या है|मदद|मदद करो|मेरी मदद करो|मदद चाहिए|kya aap robot hain|kya tum robot ho|aap kaun hain|tum kaun ho',
    insult:
      'बेवकूफ|तुम बेवकूफ हो|आप बेवकूफ हैं|मूर्ख|तुम मूर्ख हो|तुम पागल हो|बेकार|तुम बेकार हो|बकवास|चुप रहो|चुप करो|हरामी|कमीना|साला|bewakoof|bakwas|chutiya|चूतिया|harami',
    filler: 'और|बहुत|जी|आपका|आपको|तो|हाँ|आज|सब|के लिए|सर|मैडम|ji|bahut',
    says: {
      wellbeing: 'मैं ठीक हूँ, धन्यवाद! मैं आपकी क्या मदद कर सकता हूँ?',
      agreed: 'अच्छा! क्या मैं आपके लिए कुछ और कर सकता हूँ?',
      insult: 'मुझे खेद है कि मैं अब तक मदद नहीं कर सका। बताइए कि आप क्या खोज रहे हैं, मैं फिर से कोशिश करूँगा।',
    },
  },
  ja: {
    greeting:
      'こんにちは|こんばんは|おはよう|おはようございます|はじめまして|もしもし|やあ|どうも|ハロー|お世話になります|お世話になっております',
    wellbeing:
      '元気ですか|お元気ですか|元気|調子はどう|調子はどうですか|ご機嫌いかがですか|いかがお過ごしですか',
    thanks:
      'ありがとう|ありがとうございます|ありがとうございました|どうもありがとう|どうもありがとうございます|感謝します|助かりました|助かります|サンキュー|ありがと|参考になりました',
    agreed:
      'わかりました|分かりました|了解|了解です|了解しました|オーケー|ok|なるほど|いいね|いいですね|すごい|素晴らしい|すばらしい|承知しました|そうですか|へえ|大丈夫です|問題ありません|よかった|最高|完璧|笑',
    goodbye:
      'さようなら|さよなら|またね|ではまた|じゃあね|失礼します|おやすみ|おやすみなさい|以上です|もう大丈夫です|バイバイ|また今度|それだけです',
    about:
      'あなたは誰|あなたは誰ですか|誰ですか|何ができますか|あなたは何ができますか|ロボットですか|あなたはロボットですか|ボットですか|あなたはボットですか|aiですか|あなたはaiですか|人間ですか|あなたは人間ですか|名前は|名前は何ですか|あなたの名前は|助けて|助けてください|ヘルプ|手伝ってください|人間と話していますか',
    insult:
      'バカ|ばか|馬鹿|ばかやろう|バカ野郎|馬鹿野郎|アホ|あほ|阿呆|間抜け|まぬけ|役立たず|使えないボット|クソ|くそ|くそったれ|うざい|黙れ|だまれ|死ね|ふざけるな|最悪|無能|きもい|むかつく',
    filler: 'はい|ね|よ|とても|本当に|どうも|教えてくれて|では|じゃあ|それでは',
    says: {
      wellbeing: 'おかげさまで元気です。どのようなご用件でしょうか？',
      agreed: 'よかったです。ほかに何かお手伝いできることはありますか？',
      insult: 'お役に立てず申し訳ありません。お探しの内容を教えていただければ、もう一度お調べします。',
    },
  },
  zh: {
    greeting: '你好|您好|嗨|哈喽|早上好|下午好|晚上好|早|大家好|早安|哈啰|在吗|你好啊',
    wellbeing: '你好吗|您好吗|最近怎么样|你怎么样|还好吗|过得怎么样|近来可好|最近好吗',
    thanks:
      '谢谢|谢谢你|谢谢您|非常感谢|多谢|感谢|太感谢了|谢了|十分感谢|谢谢你的帮助|谢谢您的帮助|謝謝|多謝|很有帮助|辛苦了',
    agreed:
      '好的|好|行|可以|明白|明白了|知道了|了解|太好了|很好|不错|棒|太棒了|没问题|收到|ok|懂了|嗯|嗯嗯|哈哈|哈哈哈|原来如此|好吧|厉害',
    goodbye: '再见|拜拜|回头见|晚安|就这样|没有了|没别的了|下次见|再会|祝你愉快|没事了|先这样|再見',
    about:
      '你是谁|您是谁|你是什么|你能做什么|你会做什么|你可以做什么|你是机器人吗|你是机器人|你是真人吗|你是人吗|你是人工智能吗|你是ai吗|我在跟真人说话吗|我在和机器人说话吗|你叫什么|你叫什么名字|帮助|帮帮我|你能帮我吗|能帮我吗|可以帮我吗',
    insult:
      '笨蛋|你是笨蛋|傻瓜|傻|你傻|傻逼|傻b|白痴|你是白痴|蠢|你真蠢|你好蠢|蠢货|智障|弱智|废物|你是废物|你没用|真没用|滚|滚开|闭嘴|混蛋|王八蛋|妈的|他妈的|操|去死|脑残|什么破机器人',
    filler: '啊|呀|了|的|哦|非常|那|就|今天|是|吧',
    says: {
      wellbeing: '我很好，谢谢！有什么可以帮您？',
      agreed: '好的！还有什么可以帮您吗？',
      insult: '很抱歉到目前为止没能帮到您。请告诉我您想了解什么，我再试一次。',
    },
  },
}
