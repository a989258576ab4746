/** Questions about a program's documentation. It was held out once: its failures have been looked at since. */
import type { LabelledQuestions } from './labelled.ts'

/** The help pages of a sound editor, 69 pages. */
export const audioEditor: LabelledQuestions = {
  direct: [
    ['How do I install FFmpeg?', 'FFmpeg installer|lame.buanzo.org'],
    ['How do I reset everything in Audacity?', 'Reset Configuration'],
    ['Which themes come preinstalled?', 'Light, Dark, Classic and High Contrast'],
    ['How do I split a clip?', 'Split Clip'],
    ['How do I join clips?', 'Join Clips'],
    ['What causes error 9998?', 'unsupported number of channels'],
    ['How do I save a project to the cloud?', 'Save to Cloud'],
    ['How do I open the Mixer Board?', 'View > Mixer Board'],
    ['How do I remove background noise?', 'Get noise profile'],
    ['How do I change the pitch of a clip?', 'Alt+'],
    ['How do I add a time track?', 'Add New > Time Track'],
    ['Where are the settings stored on Linux?', '.config/audacity'],
    ['How do I uninstall the OpenVINO plugins on Windows?', 'Installed Apps|openvino-models'],
  ],
  paraphrased: [
    ['I plugged in my headset and it does not show up', 'Rescan Audio Devices'],
    ['I want to hear myself while recording', 'audible input monitoring'],
    ['sound comes from one side only', 'record in mono|center-panned'],
    ['which format makes small files without losing quality', 'FLAC'],
    ['can I save to a USB stick', 'Avoid saving active projects'],
    ['make the whole thing run faster without sounding like a chipmunk', 'preserving pitch|Alt'],
    ['get rid of crackling from a vinyl', 'Click Removal|noise-reduction|Noise Reduction'],
  ],
  misspelled: [
    ['instal ffmpg', 'FFmpeg installer|lame.buanzo.org'],
    ['chnage keybord shortcuts', 'Preferences > Keyboard'],
    ['crossfaed clips', 'Crossfade Clips'],
    ['noise redcution', 'Get noise profile|constant source of noise'],
    ['reset tolbars', 'Reset Toolbars'],
  ],
  'other language': [
    ['Wie installiere ich FFmpeg?', 'FFmpeg installer|lame.buanzo.org'],
    ['¿Cómo divido un clip?', 'Split Clip'],
    ['Comment ouvrir la table de mixage ?', 'View > Mixer Board'],
  ],
  'two-part': [
    ['How do I split a clip and how do I join clips?', 'Split Clip', 'Join Clips'],
    ['How do I export to MP3, and how do I save to the cloud?', 'Export Audio', 'Save to Cloud'],
    ['Which themes are there? And how do I reset the toolbars?', 'High Contrast', 'Reset Toolbars'],
  ],
  'follow-up': [
    ['How do I split a clip?', 'And how do I join them again?', 'Join Clips'],
    ['Where are the settings stored on Windows?', 'And on Linux?', '.config/audacity'],
    ['What causes error 9998?', 'How do I fix it?', 'different number of channels'],
    ['How do I add a realtime effect?', 'Does it change the waveform?', "won't change the source waveform"],
  ],
  nearby: [
    'Can I edit video with Audacity?',
    'Is there an app for Android?',
    'How much does Audacity Pro cost?',
    'What is the phone number of support?',
    'Can two people edit a project at the same moment?',
    'How do I print sheet music?',
    'Who is the chief executive of Audacity?',
    'How do I livestream to Twitch?',
    'Can I compose with MIDI drum machines?',
    'Do you offer training courses in Berlin?',
  ],
  'far off': [
    'How do I bake sourdough bread?',
    'When is the museum open?',
    'How do I renew my passport?',
    'Which tyres fit my bicycle?',
    'Do you serve vegan food?',
  ],
}
