/** How visitors say that they want to steer a conversation, by language. Written as people type it; compared plain. */
import type { Language } from '../phrases.ts'

export type CommandWords = Record<'back' | 'restart' | 'skip' | 'stop', string> & {
  /** Whole messages that ask for a person. */
  person: string
  /** A message with one of each asks for a person. */
  personVerbs: string
  personNouns: string
  /** Phrases around a request that don't change it; removed from both ends. */
  polite: string
  /** How a question begins. */
  asking: string
  /** Words that deny what follows. */
  denying: string
}

/** Alternatives are separated by `|`. */
export const commandWords: Record<Language, CommandWords> = {
  en: {
    back: 'back|go back|one step back|step back|previous|previous question|go to the previous question|last question|go back one step|undo|back please|change my last answer|correct my last answer|i made a mistake|let me correct that',
    restart:
      'restart|start over|start again|start from the beginning|start from scratch|begin again|reset|start afresh|from the beginning|over again|start over again|start anew|new start|main menu|back to the start|go back to the start|back to the beginning',
    skip: 'skip|skip this|skip it|skip that|skip this question|skip this one|next|next question|pass|id rather not say|i would rather not say|prefer not to say|i prefer not to say|rather not|no answer|not applicable|n a|leave it blank|leave it empty|move on|none of your business|thats private|i dont want to say|i dont want to answer|i wont tell you',
    stop: 'stop|stop it|stop this|stop asking|stop asking me|cancel|cancel this|cancel it|quit|exit|abort|end|end this|enough|leave me alone|forget it|never mind|nevermind|nvm|no more questions|stop now|i changed my mind|im done|i am done|i give up|lets stop|this is annoying|stop bothering me',
    person:
      'human|person|agent|operator|representative|rep|live agent|live chat|real person|real human|human please|a human|a person|a real person|someone real|customer service|customer support|live person|support agent|human being|i need a human|i want a human|give me a human|get me a human|get me a person|i need a person|i want a person|i want a real person|no more bots|not a bot|human now|is there a human|is anyone there|is somebody there|is there anybody there|let me talk to someone',
    personVerbs:
      'talk|speak|chat|connect|transfer|reach|forward|hand|put|contact|call|message|get|want|need|give|bring|ask|escalate|pass',
    personNouns:
      'human|humans|person|agent|operator|representative|rep|someone|somebody|colleague|employee|manager|supervisor|staff|receptionist|advisor|consultant|team member',
    polite:
      'please|pls|plz|but|ok|okay|well|no|yes|so|hey|hi|hello|sorry|oh|um|can you|could you|can we|could we|can i|could i|may i|i want to|i would like to|id like to|i wanna|i want|i need to|i have to|let me|lets|let us|just|i wish to|would you|now|thanks|thank you|for me|then|again|actually|kindly|damn|the bot|bot',
    asking:
      'what|whats|when|where|wheres|who|whos|whom|which|why|how|hows|do you|does|did|are you|are there|is there|is it|is your|is the|are the|can you|could you|can i ask|will you|have you|do i|am i|should i|must i|can i|may i|could i|would it|tell me|i want to know|id like to know|i would like to know|i have a question|just wondering|wondering|what about|how about',
    denying: 'not|dont|never|no|without|nobody',
  },
  de: {
    back: 'zurück|geh zurück|gehe zurück|einen schritt zurück|schritt zurück|vorherige frage|eins zurück|rückgängig|letzte antwort ändern|ich habe mich vertan|ich hab mich vertippt',
    restart:
      'neu starten|neustart|von vorne|von vorn|nochmal von vorne|noch mal von vorne|noch einmal von vorne|von vorne anfangen|neu anfangen|neu beginnen|nochmal anfangen|zurück zum anfang|zum anfang|hauptmenü',
    skip: 'überspringen|auslassen|weiter|nächste frage|nächste|keine angabe|möchte ich nicht sagen|das möchte ich nicht sagen|sage ich nicht|will ich nicht sagen|lieber nicht|weglassen|überspring das|überspringe das|frage überspringen|geht dich nichts an|das ist privat',
    stop: 'stopp|stop|abbrechen|abbruch|aufhören|hör auf|hören sie auf|ende|beenden|genug|lass mich in ruhe|lassen sie mich in ruhe|vergiss es|vergessen sie es|schon gut|keine fragen mehr|ich habe es mir anders überlegt|das nervt|schluss',
    person:
      'mensch|mitarbeiter|mitarbeiterin|berater|echter mensch|ein mensch|kundendienst|kundenservice|einen menschen|mit einem menschen|persönlich|support|ich will einen menschen|ich brauche einen menschen|ist da jemand|ist da ein mensch',
    personVerbs:
      'sprechen|reden|verbinden|verbinde|verbinden sie|weiterleiten|schreiben|telefonieren|brauche|will|möchte|kontaktieren|chatten|durchstellen|erreichen',
    personNouns:
      'mensch|menschen|person|mitarbeiter|mitarbeiterin|berater|beraterin|jemand|jemandem|jemanden|kollege|kollegen|kollegin|ansprechpartner|chef|sachbearbeiter',
    polite:
      'bitte|ok|okay|gut|also|ja|nein|hallo|hi|entschuldigung|äh|kannst du|können sie|können wir|kann ich|könnte ich|könnten sie|ich möchte|ich will|ich würde gerne|ich würde gern|lass uns|jetzt|danke|mal|doch|einfach|gerne|nochmal|dann|für mich|das',
    asking:
      'was|wann|wo|wer|wen|wem|welche|welcher|welches|warum|wieso|weshalb|wie|wieviel|woher|wohin|haben sie|habt ihr|gibt es|kann man|sind sie|seid ihr|ist das|ist es|ist ihr|muss ich|kann ich|darf ich|soll ich|können sie|könnt ihr|bieten sie|bietet ihr|nehmen sie|wozu|wofür|ich möchte wissen|ich habe eine frage|eine frage|sag mir|sagen sie mir',
    denying: 'nicht|kein|keinen|keine|keinem|nie|ohne',
  },
  es: {
    back: 'atrás|volver|volver atrás|ir atrás|regresar|paso atrás|pregunta anterior|anterior|deshacer|me equivoqué|me he equivocado|cambiar mi respuesta',
    restart:
      'reiniciar|empezar de nuevo|comenzar de nuevo|desde el principio|empezar otra vez|volver a empezar|de nuevo desde el principio|volver al inicio|menú principal|empecemos de nuevo',
    skip: 'saltar|omitir|siguiente|siguiente pregunta|pasar|paso|prefiero no decirlo|prefiero no decir|no quiero decirlo|saltar pregunta|saltar esta pregunta|omitir esta pregunta|sin respuesta|no es asunto tuyo',
    stop: 'parar|para|detener|cancelar|cancela|basta|terminar|salir|fin|déjame en paz|olvídalo|da igual|no más preguntas|ya no quiero|deja de preguntar|stop|alto',
    person:
      'humano|persona|agente|operador|operadora|asesor|persona real|un humano|una persona|una persona real|atención al cliente|servicio al cliente|quiero una persona|quiero un humano|necesito una persona|necesito un humano|hay alguien ahí',
    personVerbs:
      'hablar|conectar|comunicar|comunicarme|contactar|transferir|pasar|páseme|pásame|charlar|quiero|necesito|habla|atienda|llamar',
    personNouns:
      'humano|humana|persona|agente|operador|operadora|alguien|asesor|asesora|representante|empleado|empleada|encargado|gerente|compañero',
    polite:
      'por favor|porfa|ok|vale|bueno|no|sí|hola|perdón|perdona|puedes|puede|podemos|podrías|podría|puedo|quiero|quisiera|me gustaría|necesito|ahora|gracias|solo|ya|entonces|esto|esta',
    asking:
      'qué|que|cuándo|cuando|dónde|donde|quién|quien|cuál|cual|cuáles|por qué|cómo|como|cuánto|cuanto|cuánta|cuántos|tienen|tenéis|tienes|hay|es posible|puedo|puede|pueden|aceptan|ofrecen|está|están|hacen|quiero saber|tengo una pregunta|dime',
    denying: 'no|nunca|sin|ningún|ninguna',
  },
  fr: {
    back: 'retour|revenir|revenir en arrière|retour en arrière|précédent|question précédente|reculer|annuler ma réponse|je me suis trompé|je me suis trompée|en arrière',
    restart:
      'recommencer|recommencer depuis le début|redémarrer|reprendre du début|depuis le début|recommençons|à zéro|repartir de zéro|retour au début|menu principal|tout recommencer',
    skip: 'passer|sauter|suivant|question suivante|ignorer|je préfère ne pas le dire|je ne veux pas le dire|je préfère ne pas répondre|passer cette question|sans réponse|cela ne vous regarde pas|ça ne vous regarde pas',
    stop: 'stop|arrêter|arrête|arrêtez|annuler|annulez|quitter|terminer|fin|ça suffit|laissez moi tranquille|laisse tomber|laissez tomber|oubliez|oublie|peu importe|plus de questions|assez|abandonner',
    person:
      'humain|personne|conseiller|conseillère|agent|opérateur|opératrice|une vraie personne|un humain|un conseiller|service client|je veux un humain|je veux une personne|il y a quelqu’un|y a-t-il quelqu’un',
    personVerbs:
      'parler|discuter|contacter|joindre|connecter|transférer|passer|passez|veux|voudrais|besoin|mettre|appeler|communiquer',
    personNouns:
      'humain|humaine|personne|conseiller|conseillère|agent|opérateur|opératrice|quelqu un|quelquun|collègue|représentant|employé|responsable|vendeur|standard',
    polite:
      's’il vous plaît|s’il te plaît|svp|stp|ok|bon|non|oui|bonjour|salut|pardon|désolé|désolée|pouvez vous|peux tu|pouvons nous|est ce que je peux|puis je|je veux|je voudrais|j’aimerais|il faut|maintenant|merci|alors|juste|ça|cela',
    asking:
      'que|quoi|qu’est ce|quand|où|qui|quel|quelle|quels|quelles|pourquoi|comment|combien|est ce que|est ce|avez vous|as tu|y a t il|puis je|pouvez vous|peut on|êtes vous|dois je|faut il|acceptez vous|proposez vous|c est quoi|dites moi|je veux savoir|je voudrais savoir|j’ai une question',
    denying: 'pas|ne|jamais|sans|aucun|aucune',
  },
  pt: {
    back: 'voltar|voltar atrás|atrás|anterior|pergunta anterior|retroceder|desfazer|me enganei|enganei-me|errei',
    restart:
      'recomeçar|começar de novo|reiniciar|do início|desde o início|do começo|começar outra vez|voltar ao início|menu principal|começar do zero',
    skip: 'pular|saltar|ignorar|próxima|próxima pergunta|seguinte|passar|prefiro não dizer|não quero dizer|pular esta pergunta|saltar esta pergunta|sem resposta|não é da sua conta',
    stop: 'parar|pare|para|cancelar|cancela|chega|sair|terminar|fim|encerrar|deixe-me em paz|me deixe em paz|esquece|esqueça|deixa pra lá|sem mais perguntas|desistir|stop',
    person:
      'humano|pessoa|atendente|operador|operadora|pessoa real|um humano|uma pessoa|atendimento humano|atendimento ao cliente|quero um humano|quero uma pessoa|quero um atendente|tem alguém aí|apoio ao cliente',
    personVerbs:
      'falar|conversar|conectar|contactar|contatar|transferir|passar|quero|preciso|gostaria|ligar|chamar|atender',
    personNouns:
      'humano|humana|pessoa|atendente|operador|operadora|alguém|assessor|consultor|representante|funcionário|funcionária|colega|gerente|responsável',
    polite:
      'por favor|ok|tá|bom|não|sim|olá|oi|desculpe|pode|podes|você pode|podemos|poderia|posso|quero|gostaria de|queria|preciso|agora|obrigado|obrigada|só|então|isto|isso|esta',
    asking:
      'que|o que|quê|quando|onde|quem|qual|quais|por que|por quê|porque|porquê|como|quanto|quantos|quanta|vocês têm|vocês|tem|têm|há|é possível|posso|pode|podem|aceitam|oferecem|existe|está|estão|diga|me diga|quero saber|tenho uma pergunta',
    denying: 'não|nunca|sem|nenhum|nenhuma',
  },
  it: {
    back: 'indietro|torna indietro|tornare indietro|precedente|domanda precedente|annulla risposta|ho sbagliato|mi sono sbagliato|mi sono sbagliata|un passo indietro',
    restart:
      'ricominciare|ricomincia|ricominciamo|da capo|ricominciare da capo|dall’inizio|inizia di nuovo|riavvia|tornare all’inizio|torna all’inizio|menu principale|ripartire',
    skip: 'salta|saltare|prossima|prossima domanda|avanti|passa|passo|preferisco non dirlo|non voglio dirlo|preferisco non rispondere|salta questa domanda|non sono affari tuoi',
    stop: 'stop|ferma|fermati|basta|annulla|annullare|esci|uscire|fine|smettila|smetti|lasciami in pace|lascia perdere|lasciamo perdere|non importa|niente più domande|termina',
    person:
      'umano|persona|operatore|operatrice|persona vera|un umano|una persona|una persona vera|servizio clienti|assistenza clienti|voglio una persona|voglio un operatore|voglio un umano|c’è qualcuno',
    personVerbs:
      'parlare|parlo|contattare|collegare|collegami|trasferire|passami|passare|voglio|vorrei|bisogno|chiamare|mettere',
    personNouns:
      'umano|umana|persona|operatore|operatrice|qualcuno|consulente|rappresentante|impiegato|collega|responsabile|addetto',
    polite:
      'per favore|per piacere|ok|va bene|bene|no|sì|ciao|salve|scusa|scusi|puoi|può|possiamo|potresti|potrebbe|posso|voglio|vorrei|mi piacerebbe|adesso|ora|grazie|solo|allora|questo|questa',
    asking:
      'che|cosa|che cosa|quando|dove|dov’è|chi|quale|quali|perché|come|com’è|quanto|quanti|quanta|avete|hai|c’è|ci sono|è possibile|posso|potete|può|si può|accettate|offrite|siete|fate|dimmi|mi dica|voglio sapere|vorrei sapere|ho una domanda',
    denying: 'non|mai|senza|nessun|nessuno|nessuna',
  },
  nl: {
    back: 'terug|ga terug|stap terug|een stap terug|vorige|vorige vraag|ongedaan maken|ik heb me vergist|antwoord wijzigen',
    restart:
      'opnieuw|opnieuw beginnen|begin opnieuw|herstart|herstarten|van voren af aan|vanaf het begin|helemaal opnieuw|terug naar het begin|naar het begin|hoofdmenu',
    skip: 'overslaan|sla over|sla dit over|volgende|volgende vraag|deze vraag overslaan|zeg ik liever niet|wil ik niet zeggen|liever niet zeggen|dat wil ik niet zeggen|gaat je niets aan',
    stop: 'stop|stoppen|annuleren|annuleer|afbreken|ophouden|hou op|houd op|einde|genoeg|laat me met rust|laat maar|vergeet het|geen vragen meer|klaar mee|beëindigen',
    person:
      'mens|medewerker|persoon|echt persoon|echte persoon|een mens|een medewerker|klantenservice|ik wil een mens|ik wil een medewerker|is daar iemand',
    personVerbs:
      'praten|spreken|verbinden|verbind|doorverbinden|contact|chatten|wil|zou graag|bellen|nodig|overleggen',
    personNouns:
      'mens|persoon|medewerker|medewerkster|iemand|collega|adviseur|vertegenwoordiger|manager|operator',
    polite:
      'alsjeblieft|alstublieft|aub|ajb|ok|oké|goed|nee|ja|hallo|hoi|sorry|kun je|kunt u|kunnen we|kan ik|mag ik|ik wil|ik zou graag|ik wil graag|laten we|nu|bedankt|dank je|even|gewoon|dan|dit|maar',
    asking:
      'wat|wanneer|waar|wie|welke|welk|waarom|hoe|hoeveel|heeft u|heb je|hebben jullie|zijn jullie|is er|zijn er|kan ik|kun je|kunt u|kunnen jullie|mag ik|moet ik|is het|bent u|accepteren jullie|zeg me|ik wil weten|ik heb een vraag',
    denying: 'niet|geen|nooit|zonder|niemand',
  },
  pl: {
    back: 'wstecz|wróć|cofnij|powrót|poprzednie|poprzednie pytanie|krok wstecz|pomyliłem się|pomyliłam się|zmień odpowiedź|wróćmy',
    restart:
      'od nowa|zacznij od nowa|od początku|zacznijmy od nowa|zacząć od nowa|restart|jeszcze raz od początku|wróć na początek|menu główne|rozpocznij ponownie',
    skip: 'pomiń|pomin|dalej|następne|następne pytanie|pomiń to pytanie|pomiń to|wolę nie mówić|nie chcę mówić|nie powiem|wolę nie odpowiadać|nie twoja sprawa|przejdź dalej',
    stop: 'stop|zatrzymaj|przestań|anuluj|koniec|zakończ|wyjdź|dość|wystarczy|daj mi spokój|zapomnij|nieważne|bez pytań|przerwij|rezygnuję|nie chcę już',
    person:
      'człowiek|osoba|konsultant|konsultantka|pracownik|prawdziwy człowiek|z człowiekiem|obsługa klienta|biuro obsługi klienta|chcę człowieka|czy jest tam ktoś|dział obsługi',
    personVerbs:
      'rozmawiać|porozmawiać|pogadać|mówić|połączyć|połącz|proszę połączyć|skontaktować|kontakt|chcę|chciałbym|chciałabym|potrzebuję|przełącz|przekaż',
    personNouns:
      'człowiek|człowiekiem|człowieka|osoba|osobą|osoby|konsultant|konsultantem|konsultanta|pracownik|pracownikiem|pracownika|ktoś|kimś|kogoś|doradca|doradcą|kierownik|kierownikiem',
    polite:
      'proszę|prosze|ok|okej|dobrze|nie|tak|cześć|hej|dzień dobry|przepraszam|czy możesz|czy możemy|czy mogę|możesz|możemy|mogę|chcę|chciałbym|chciałabym|teraz|dziękuję|dzięki|tylko|więc|to',
    asking:
      'co|kiedy|gdzie|kto|który|która|które|jaki|jaka|jakie|dlaczego|czemu|jak|ile|czy|skąd|dokąd|po co|macie|powiedz|ma pan|ma pani',
    denying: 'nie|nigdy|bez|żaden|żadnego|nikt',
  },
  tr: {
    back: 'geri|geri dön|geri git|önceki|önceki soru|bir adım geri|geri al|yanlış yazdım|hata yaptım|cevabımı değiştir',
    restart:
      'baştan|baştan başla|yeniden başla|yeniden başlat|tekrar başla|en baştan|sıfırla|sıfırdan başla|başa dön|ana menü|baştan başlayalım',
    skip: 'atla|geç|bunu atla|bu soruyu atla|sonraki|sonraki soru|söylemek istemiyorum|cevap vermek istemiyorum|pas|bunu geç|boş bırak|seni ilgilendirmez',
    stop: 'dur|durdur|iptal|iptal et|vazgeç|vazgeçtim|bitir|çık|yeter|kes|beni rahat bırak|boş ver|boşver|unut|soru sorma|stop',
    person:
      'insan|gerçek kişi|temsilci|müşteri temsilcisi|gerçek insan|bir insan|yetkili|müşteri hizmetleri|canlı destek|operatör|orada kimse var mı|insan istiyorum',
    personVerbs:
      'konuşmak|görüşmek|bağlan|bağla|bağlayın|bağlanmak|istiyorum|aktar|aktarın|ulaşmak|yazışmak|lazım|konuşabilir|görüşebilir',
    personNouns:
      'insan|insanla|kişi|kişiyle|biri|biriyle|birisiyle|birine|temsilci|temsilciyle|temsilciye|temsilcisi|temsilcisiyle|temsilcisine|yetkili|yetkiliyle|yetkiliye|müdür|çalışan|operatör|operatöre|görevli|görevliyle',
    polite:
      'lütfen|tamam|peki|hayır|evet|merhaba|selam|pardon|özür dilerim|yapabilir misin|yapabilir miyiz|istiyorum|isterim|şimdi|teşekkürler|sadece|o zaman|bunu|hadi|artık',
    asking:
      'ne|nedir|ne zaman|nerede|nereden|nereye|kim|hangi|neden|niçin|niye|nasıl|kaç|ne kadar|kaça|var mı|acaba|söyle|söyler misin',
    denying: 'değil|yok|asla|istemiyorum|olmadan|hiç',
  },
  ar: {
    back: 'رجوع|ارجع|عودة|السابق|السؤال السابق|خطوة للخلف|الى الخلف|للخلف|تراجع|أخطأت|غير إجابتي',
    restart:
      'ابدأ من جديد|من جديد|إعادة|اعادة البدء|إعادة البدء|من البداية|ابدأ من البداية|البداية|القائمة الرئيسية|نبدأ من جديد|أعد البدء',
    skip: 'تخطي|تخطى|تخط|تجاوز|التالي|السؤال التالي|تخطي هذا السؤال|أفضل عدم الإجابة|لا أريد أن أقول|لا اريد الاجابة|بدون جواب',
    stop: 'توقف|قف|إلغاء|الغاء|ألغ|إنهاء|خروج|يكفي|كفى|اتركني|انس الأمر|لا يهم|لا مزيد من الأسئلة|أوقف|خلاص',
    person:
      'إنسان|شخص|موظف|شخص حقيقي|انسان حقيقي|خدمة العملاء|ممثل|وكيل|أريد إنسانا|أريد موظف|أريد شخصا|هل يوجد أحد|موظف خدمة العملاء',
    personVerbs:
      'أتحدث|اتحدث|التحدث|أتكلم|اتكلم|التكلم|أكلم|اكلم|تحويلي|حولني|حوليني|أريد|اريد|احتاج|أحتاج|التواصل|أتواصل|اتواصل|وصلني',
    personNouns: 'إنسان|انسان|إنسانا|شخص|شخصا|موظف|موظفا|ممثل|أحد|احد|مسؤول|مدير|وكيل|أحدهم|بشري|موظفة|شخصيا',
    polite:
      'من فضلك|لو سمحت|رجاء|حسنا|طيب|لا|نعم|مرحبا|اهلا|عذرا|آسف|هل يمكنك|هل يمكننا|هل يمكنني|ممكن|يمكنك|أريد أن|أريد|أود|أود أن|الآن|شكرا|فقط|إذن|هذا',
    asking: 'ما|ماذا|متى|أين|اين|من هو|أي|لماذا|كيف|كم|هل|ما هو|ما هي|لمن|أخبرني|بكم',
    denying: 'لا|ليس|لن|بدون|لم',
  },
  hi: {
    back: 'पीछे|वापस|वापस जाओ|वापस जाएं|वापस जाइए|पिछला|पिछला सवाल|पिछला प्रश्न|एक कदम पीछे|पीछे जाओ|गलती हो गई|peeche|wapas|vapas|piche jao|wapas jao',
    restart:
      'फिर से शुरू|फिर से शुरू करो|फिर से शुरू करें|शुरू से|दोबारा शुरू|दोबारा शुरू करें|नए सिरे से|शुरुआत से|रीस्टार्ट|मुख्य मेनू|phir se shuru|phir se shuru karo|shuru se|dobara shuru karo',
    skip: 'छोड़ो|छोड़ें|छोड़ दो|छोड़ दें|अगला|अगला सवाल|अगला प्रश्न|यह सवाल छोड़ें|नहीं बताना|मैं नहीं बताना चाहता|मैं नहीं बताना चाहती|स्किप|आगे बढ़ो|chhodo|agla|agla sawal|skip karo',
    stop: 'रुको|रुकें|रुकिए|बंद करो|बंद करें|बस|रद्द|रद्द करो|रद्द करें|समाप्त|खत्म|काफी है|मुझे अकेला छोड़ दो|रहने दो|रहने दीजिए|कोई बात नहीं छोड़ो|स्टॉप|ruko|band karo|radd karo|rehne do',
    person:
      'इंसान|व्यक्ति|एजेंट|असली इंसान|असली व्यक्ति|ग्राहक सेवा|कस्टमर केयर|प्रतिनिधि|कोई इंसान है|insaan|customer care|कोई है|मुझे इंसान चाहिए|किसी इंसान से बात',
    personVerbs: 'बात|बातचीत|मिलाओ|मिलाइए|जोड़ें|जोड़ो|जोड़िए|संपर्क|चाहिए|कनेक्ट|ट्रांसफर|baat|connect|chahiye|sampark',
    personNouns:
      'इंसान|व्यक्ति|आदमी|किसी|एजेंट|प्रतिनिधि|कर्मचारी|मैनेजर|अधिकारी|insaan|insan|vyakti|kisi|agent|manager',
    polite:
      'कृपया|प्लीज|प्लीज़|ठीक है|अच्छा|नहीं|हाँ|हां|नमस्ते|माफ कीजिए|सॉरी|क्या आप|क्या हम|क्या मैं|मैं चाहता हूं|मैं चाहती हूं|मुझे|अब|अभी|धन्यवाद|शुक्रिया|बस इतना|तो|इसे|please|kripya|theek hai|ab',
    asking:
      'क्या|कब|कहाँ|कहां|कौन|कौन सा|कौन सी|क्यों|कैसे|कितना|कितने|कितनी|किस|किसे|kya|kab|kahan|kaun|kyun|kaise|kitna|kitne|बताओ|बताइए',
    denying: 'नहीं|मत|बिना|ना|nahi|mat',
  },
  ja: {
    back: '戻る|戻って|戻りたい|前に戻る|前の質問|一つ前|ひとつ前に戻る|前へ|やり直したい|間違えた|間違えました|訂正',
    restart:
      '最初から|はじめから|初めから|やり直し|最初からやり直す|リスタート|最初に戻る|リセット|もう一度最初から|メインメニュー|最初からお願い',
    skip: 'スキップ|飛ばす|飛ばして|とばして|次へ|次|次の質問|答えたくない|答えたくありません|言いたくない|言いたくありません|パス|この質問を飛ばす',
    stop: '停止|やめる|やめて|止めて|止める|キャンセル|中止|終了|終わり|もういい|結構です|ストップ|もう質問しないで|放っておいて|やめたい|取り消し',
    person:
      '人間|担当者|オペレーター|スタッフ|人と話したい|人と話す|有人|有人対応|有人チャット|カスタマーサポート|本物の人|誰かいますか|人間に代わって|担当者に代わって',
    personVerbs: '話|つな|繋|代わ|連絡|相談|お願い|呼んで|対応|替わ',
    personNouns: '人間|担当者|オペレーター|スタッフ|有人|係の人|係員|責任者|誰か|人と|人に',
    polite:
      'お願いします|お願い|ください|下さい|です|ます|はい|いいえ|すみません|ちょっと|もう|今|では|じゃあ|あの|えっと|ありがとう|したいです|したい|したいのですが|してもいいですか|できますか',
    asking: '何|なに|なん|いつ|どこ|だれ|誰|どの|どれ|なぜ|どうして|どう|いくら|いくつ|どんな|どちら|教えて',
    denying: 'ない|なく|ません|不要|いらない',
  },
  zh: {
    back: '返回|后退|上一步|上一个问题|回到上一步|退回|上一题|返回上一步|我写错了|改一下|往回|後退|上一個問題',
    restart: '重新开始|从头开始|重来|重新来|重启|从头再来|回到开头|主菜单|重置|再来一次|重新開始|從頭開始',
    skip: '跳过|略过|下一个|下一题|下一个问题|不想说|不想回答|不方便说|跳过这个问题|无可奉告|跳過|略過',
    stop: '停|停止|停下|取消|退出|结束|算了|够了|别问了|不要再问了|别烦我|不用了|终止|不想继续了|結束|夠了',
    person:
      '人工|转人工|人工客服|真人|真人客服|客服|人工服务|找人工|我要人工|转接人工|有人吗|真人服务|轉人工|客服人员|接人工',
    personVerbs: '转|找|联系|联络|跟|和|与|要|叫|接|聊|说话|谈|请|轉|聯絡',
    personNouns: '人工|真人|客服|人工客服|工作人员|经理|负责人|真正的人|活人|專員|专员|人说话|人聊|人谈',
    polite:
      '请|麻烦|谢谢|好的|好|可以|吗|吧|我想|我要|我想要|能不能|能|帮我|一下|不|是|你好|对不起|抱歉|现在|那|了|請|麻煩',
    asking:
      '什么|什么时候|哪里|哪儿|谁|哪个|哪些|为什么|怎么|多少|几点|几个|是不是|有没有|能不能|可不可以|多久|怎样|如何|请问|什麼|哪裡',
    denying: '不|没|别|无|非|沒',
  },
}
