/** Words by which visitors choose among options, by language. */
import type { Language } from '../phrases.ts'

export type PlaceWords = {
  /** First to fifth; a second set of five may follow. */
  places: string
  last: string
  or: string
  /** Words for making an arrangement, which labels and visitors use for each other. */
  arrange: string
  /** Words by which somebody says that they want something. */
  wanting: string
  /** Words by which somebody says that they want something else with a thing than to have it. */
  otherwise: string
  /** Words too common to tell options apart. */
  small: string
  polite: string
}

export const placeWords: Record<Language, PlaceWords> = {
  en: {
    places: 'first|second|third|fourth|fifth|1st|2nd|3rd|4th|5th',
    last: 'last',
    or: 'or|and',
    arrange: 'book|request|make|schedule|arrange|reserve|get|set up|plan',
    wanting:
      'need|want|wanna|would like|id like|like to|looking for|looking to|hoping to|trying to|interested in|please',
    otherwise:
      'cancel|change|move|reschedule|postpone|missed|confirm|check|know|ask|question|wonder|wondering|find out|no|not|dont|didnt|cant',
    small:
      'a|an|the|to|of|for|my|me|i|is|it|its|am|with|in|on|at|this|that|your|you|one|some|please|would|like|want|need|about|do|id|im|have|has|there|so|just|then|now',
    polite:
      'please|thanks|thank you|hi|hello|hey|ok|okay|can i|could i|can you|could you|i want to|i would like to|id like to|i need to|i wanna',
  },
  de: {
    places: 'erste|zweite|dritte|vierte|fünfte|erstens|zweitens|drittens|viertens|fünftens',
    last: 'letzte|letztes|letzter',
    or: 'oder|und',
    arrange: 'buchen|anfragen|vereinbaren|machen|reservieren|ausmachen|bekommen|planen',
    wanting:
      'brauche|bräuchte|möchte|will|hätte gern|hätte gerne|würde gern|würde gerne|suche|benötige|bitte',
    otherwise: 'absagen|stornieren|ändern|verschieben|verlegen|verpasst|bestätigen|kein|keine|keinen|nicht',
    small:
      'ein|eine|einen|einem|einer|der|die|das|den|dem|des|zu|zum|zur|für|mein|meine|meinen|mir|mich|ich|ist|es|mit|in|im|an|am|bitte|möchte|will|würde|gern|gerne|brauche|ihr|ihre|sie|hätte|habe|bin',
    polite: 'bitte|danke|hallo|ok|kann ich|können sie|ich möchte|ich will|ich würde gerne|ich würde gern',
  },
  es: {
    places: 'primero|segundo|tercero|cuarto|quinto|primera|segunda|tercera|cuarta|quinta',
    last: 'último|última',
    or: 'o|y',
    arrange: 'reservar|pedir|solicitar|hacer|concertar|agendar|programar|sacar',
    wanting: 'necesito|necesitaría|quiero|quisiera|querría|gustaría|busco|por favor',
    otherwise: 'cancelar|anular|cambiar|mover|aplazar|confirmar|perdí|no|ningún|ninguna',
    small:
      'un|una|el|la|los|las|de|del|para|mi|me|yo|es|con|en|al|a|por|favor|quiero|quisiera|gustaría|necesito|su|tu|que|se',
    polite: 'por favor|gracias|hola|ok|vale|quiero|quisiera|me gustaría|necesito|puedo',
  },
  fr: {
    places: 'premier|deuxième|troisième|quatrième|cinquième|première|second|tiers|quarte|quinte',
    last: 'dernier|dernière',
    or: 'ou|et',
    arrange: 'réserver|demander|prendre|fixer|organiser|planifier|faire',
    wanting: 'voudrais|veux|aimerais|jaimerais|besoin|souhaite|souhaiterais|cherche|faudrait|svp',
    otherwise: 'annuler|changer|modifier|déplacer|reporter|décaler|confirmer|manqué|pas|aucun|aucune',
    small:
      'un|une|le|la|les|de|du|des|pour|mon|ma|mes|me|je|est|avec|en|au|à|dans|veux|voudrais|aimerais|besoin|votre|vos|ce|cette|jaimerais|ai',
    polite: 's’il vous plaît|s’il te plaît|svp|merci|bonjour|ok|je veux|je voudrais|j’aimerais|puis je',
  },
  pt: {
    places: 'primeiro|segundo|terceiro|quarto|quinto|primeira|segunda|terceira|quarta|quinta',
    last: 'último|última',
    or: 'ou|e',
    arrange: 'marcar|pedir|solicitar|agendar|reservar|fazer',
    wanting: 'preciso|precisava|quero|queria|gostaria|procuro|desejo|por favor',
    otherwise: 'cancelar|desmarcar|mudar|alterar|remarcar|adiar|confirmar|perdi|não|nenhum|nenhuma',
    small:
      'um|uma|o|a|os|as|de|do|da|para|meu|minha|me|eu|é|com|em|no|na|por|favor|quero|gostaria|queria|preciso|seu|sua|que|se',
    polite: 'por favor|obrigado|obrigada|olá|oi|ok|quero|gostaria de|queria|preciso|posso',
  },
  it: {
    places: 'primo|secondo|terzo|quarto|quinto|prima|seconda|terza|quarta|quinta',
    last: 'ultimo|ultima',
    or: 'o|e',
    arrange: 'prenotare|prenota|richiedere|richiedi|fissare|prendere|fare|chiedere',
    wanting: 'vorrei|voglio|ho bisogno|mi serve|mi servirebbe|cerco|desidero|mi piacerebbe|per favore',
    otherwise: 'cancellare|annullare|disdire|cambiare|spostare|rimandare|confermare|perso|non|nessun|nessuna',
    small:
      'un|una|uno|il|lo|la|i|gli|le|di|del|per|mio|mia|mi|io|è|con|in|al|a|vorrei|voglio|bisogno|ho|suo|che|si',
    polite: 'per favore|per piacere|grazie|ciao|salve|ok|vorrei|voglio|posso|mi piacerebbe',
  },
  nl: {
    places: 'eerste|tweede|derde|vierde|vijfde|ten eerste|ten tweede|ten derde|ten vierde|ten vijfde',
    last: 'laatste',
    or: 'of|en',
    arrange: 'boeken|aanvragen|maken|plannen|reserveren|afspreken',
    wanting: 'wil|zou graag|graag|nodig|zoek|alsjeblieft|alstublieft',
    otherwise: 'annuleren|afzeggen|wijzigen|veranderen|verplaatsen|verzetten|bevestigen|gemist|geen|niet',
    small: 'een|de|het|te|van|voor|mijn|me|mij|ik|is|met|in|op|aan|wil|zou|graag|nodig|heb|uw|je|dat|dit',
    polite: 'alsjeblieft|alstublieft|bedankt|dank je|hallo|ok|ik wil|ik zou graag|kan ik|mag ik',
  },
  pl: {
    places: 'pierwszy|drugi|trzeci|czwarty|piąty|pierwsza|druga|trzecia|czwarta|piąta',
    last: 'ostatni|ostatnia',
    or: 'lub|albo|i',
    arrange: 'umówić|zarezerwować|zamówić|poprosić|ustalić|umów|zarezerwuj|rezerwacja',
    wanting: 'chcę|chciałbym|chciałabym|potrzebuję|szukam|proszę|poproszę',
    otherwise: 'odwołać|anulować|zmienić|przełożyć|przesunąć|potwierdzić|nie|żaden',
    small:
      'na|w|we|z|ze|do|mój|moja|moje|mi|mnie|ja|jest|się|o|chcę|chciałbym|chciałabym|potrzebuję|to|proszę|swoje',
    polite: 'proszę|dziękuję|dzięki|cześć|ok|chcę|chciałbym|chciałabym|czy mogę',
  },
  tr: {
    places: 'birinci|ikinci|üçüncü|dördüncü|beşinci|ilk|iki|üç|dört|beş',
    last: 'son|sonuncu',
    or: 'veya|ya da|ve',
    arrange: 'almak|al|istemek|iste|ayırtmak|rezervasyon|ayarlamak|yapmak|talep',
    wanting: 'istiyorum|isterim|lazım|gerek|gerekiyor|arıyorum|lütfen',
    otherwise: 'iptal|değiştirmek|ertelemek|taşımak|onaylamak|kaçırdım|değil|yok',
    small: 'bir|bu|şu|o|için|benim|bana|ben|ile|istiyorum|isterim|lütfen|de|da',
    polite: 'lütfen|teşekkürler|merhaba|tamam|istiyorum|isterim',
  },
  ar: {
    places: 'الأول|الثاني|الثالث|الرابع|الخامس|الأولى|الثانية|الثالثة|الرابعة|الخامسة',
    last: 'الأخير|الأخيرة',
    or: 'أو|و',
    arrange: 'حجز|أحجز|احجز|طلب|أطلب|ترتيب|تحديد',
    wanting: 'أريد|اريد|أود|اود|أحتاج|احتاج|أبحث|ابحث|من فضلك|لو سمحت',
    otherwise: 'إلغاء|الغاء|تغيير|تأجيل|نقل|تأكيد|لا|ليس',
    small: 'أن|من|في|على|إلى|لي|أنا|هذا|هذه|أريد|اريد|أود|عن|مع|ل',
    polite: 'من فضلك|لو سمحت|شكرا|مرحبا|أريد أن|أريد|اريد|أود أن',
  },
  hi: {
    places: 'पहला|दूसरा|तीसरा|चौथा|पाँचवाँ|पहली|दूसरी|तीसरी|चौथी|पाँचवीं',
    last: 'आखिरी|अंतिम',
    or: 'या|और',
    arrange: 'बुक|अनुरोध|लेना|तय|आरक्षित|करना|करें',
    wanting: 'चाहिए|चाहता|चाहती|चाहते|ज़रूरत|जरूरत|कृपया',
    otherwise: 'रद्द|बदलना|बदलनी|टालना|पुष्टि|नहीं|मत',
    small: 'का|की|के|को|में|से|मुझे|मैं|मेरा|मेरी|है|हूँ|हूं|चाहता|चाहती|चाहिए|एक|यह|वह|कृपया',
    polite: 'कृपया|धन्यवाद|नमस्ते|मुझे|मैं',
  },
  ja: {
    places: '一|二|三|四|五|1|2|3|4|5',
    last: '最後',
    or: 'または|か',
    arrange: '予約|申し込み|申込|依頼',
    wanting: 'たい|ほしい|欲しい|お願い',
    otherwise: 'キャンセル|変更|取り消し|ない',
    small: 'の|を|に|は|が|で|と|も',
    polite: 'お願いします|ください|です|したい|したいです',
  },
  zh: {
    places: '一|二|三|四|五|1|2|3|4|5',
    last: '最后一个|最后',
    or: '或|或者|和',
    arrange: '预约|预订|申请|安排',
    wanting: '想|要|需要|请',
    otherwise: '取消|更改|改|推迟|确认|不|没',
    small: '的|了|我|要|想|一个|这|那|请',
    polite: '请|谢谢|我想|我要|帮我',
  },
}
