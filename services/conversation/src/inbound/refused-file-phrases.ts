/**
 * What stands in place of a file that came with a visitor's message and was not kept, in the languages of the chat. It is
 * part of the visitor's message, so it is in their language, for the team as well.
 */
import type { Language } from '../phrases.ts'

export type RefusedFilePhrases = {
  /** Files may have `{most}` MB. */
  tooLarge: string
  wrongType: string
  /** There is no room for it, for example. */
  notKept: string
  /** The agent takes no files. */
  uploadsOff: string
}

export const refusedFilePhrases: Record<Language, RefusedFilePhrases> = {
  en: {
    tooLarge: 'This file is larger than {most} MB and was not accepted.',
    wrongType: 'Files of this type are not accepted.',
    notKept: 'This file could not be kept.',
    uploadsOff: 'This chat takes no files.',
  },
  es: {
    tooLarge: 'Este archivo ocupa más de {most} MB y no se ha aceptado.',
    wrongType: 'No se aceptan archivos de este tipo.',
    notKept: 'No se ha podido guardar este archivo.',
    uploadsOff: 'Este chat no acepta archivos.',
  },
  fr: {
    tooLarge: 'Ce fichier dépasse {most} Mo et n’a pas été accepté.',
    wrongType: 'Les fichiers de ce type ne sont pas acceptés.',
    notKept: 'Ce fichier n’a pas pu être conservé.',
    uploadsOff: 'Ce chat n’accepte pas de fichiers.',
  },
  de: {
    tooLarge: 'Diese Datei ist größer als {most} MB und wurde nicht angenommen.',
    wrongType: 'Dateien dieses Typs werden nicht angenommen.',
    notKept: 'Diese Datei konnte nicht gespeichert werden.',
    uploadsOff: 'Dieser Chat nimmt keine Dateien an.',
  },
  pt: {
    tooLarge: 'Este arquivo tem mais de {most} MB e não foi aceito.',
    wrongType: 'Arquivos deste tipo não são aceitos.',
    notKept: 'Não foi possível guardar este arquivo.',
    uploadsOff: 'Este chat não aceita arquivos.',
  },
  it: {
    tooLarge: 'Questo file supera {most} MB e non è stato accettato.',
    wrongType: 'I file di questo tipo non sono accettati.',
    notKept: 'Non è stato possibile salvare questo file.',
    uploadsOff: 'Questa chat non accetta file.',
  },
  nl: {
    tooLarge: 'Dit bestand is groter dan {most} MB en is niet aangenomen.',
    wrongType: 'Bestanden van dit type worden niet aangenomen.',
    notKept: 'Dit bestand kon niet worden bewaard.',
    uploadsOff: 'Deze chat neemt geen bestanden aan.',
  },
  pl: {
    tooLarge: 'Ten plik ma ponad {most} MB i nie został przyjęty.',
    wrongType: 'Pliki tego typu nie są przyjmowane.',
    notKept: 'Nie udało się zachować tego pliku.',
    uploadsOff: 'Ten czat nie przyjmuje plików.',
  },
  tr: {
    tooLarge: 'Bu dosya {most} MB sınırını aşıyor ve kabul edilmedi.',
    wrongType: 'Bu türdeki dosyalar kabul edilmiyor.',
    notKept: 'Bu dosya saklanamadı.',
    uploadsOff: 'Bu sohbet dosya kabul etmiyor.',
  },
  ar: {
    tooLarge: 'حجم هذا الملف أكبر من {most} ميغابايت ولم يُقبل.',
    wrongType: 'لا تُقبل الملفات من هذا النوع.',
    notKept: 'تعذّر حفظ هذا الملف.',
    uploadsOff: 'لا تقبل هذه الدردشة الملفات.',
  },
  hi: {
    tooLarge: 'यह फ़ाइल {most} MB से बड़ी है और स्वीकार नहीं की गई।',
    wrongType: 'इस प्रकार की फ़ाइलें स्वीकार नहीं की जातीं।',
    notKept: 'यह फ़ाइल सहेजी नहीं जा सकी।',
    uploadsOff: 'इस चैट में फ़ाइलें स्वीकार नहीं की जातीं।',
  },
  ja: {
    tooLarge: 'このファイルは {most} MB を超えているため、受け付けられませんでした。',
    wrongType: 'この種類のファイルは受け付けていません。',
    notKept: 'このファイルは保存できませんでした。',
    uploadsOff: 'このチャットではファイルを受け付けていません。',
  },
  zh: {
    tooLarge: '此文件超过 {most} MB，未被接受。',
    wrongType: '不接受此类型的文件。',
    notKept: '无法保存此文件。',
    uploadsOff: '此聊天不接受文件。',
  },
}
