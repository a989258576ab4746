/**
 * Questions about documentations of products that retrieval is not tuned on: look at the figures, never at which of
 * them fail.
 */
import type { LabelledQuestions } from './labelled.ts'

/** Web analytics, 130 pages. */
export const analytics: LabelledQuestions = {
  direct: [
    ['How long is the free trial?', '30-day|30 days'],
    ['Which payment methods do you accept?', 'PayPal'],
    ['How do I cancel my subscription?', 'Cancel plan'],
    [
      'What happens to my data after I cancel?',
      'not deleted immediately|One month after locking|retention period',
    ],
    ['Do you offer a discount for nonprofits?', '15%'],
    ['How do I change my VAT number?', 'resubscribe'],
    ['How can I delete my account?', 'Danger zone|Delete Account'],
    ['When do team invitations expire?', '48 hours'],
    ['How many IP addresses can I block?', '30 different IP|up to 30'],
    ['Does Plausible sample data?', 'does not use any data sampling|100%'],
    ['What is the default threshold for traffic spike notifications?', '10 current visitors'],
    ['On which day are weekly email reports sent?', 'every Monday'],
    ['Which plan includes single sign-on?', 'Enterprise'],
    ['What can a billing role do?', 'manage your Plausible subscription|view and download all past invoices'],
    ['How do I protect a shared link with a password?', 'set the password when creating|enter the password'],
    ['Who handles payments?', 'Paddle'],
    ['How do I enable two-factor authentication?', 'Enable 2FA'],
    ['How do I change my billing address?', 'Edit business address'],
  ],
  paraphrased: [
    ['my card was declined, what could be the reason', '3DS|expired|mismatch|Insufficient'],
    [
      'we went viral last month, will it cost me more',
      'requires no action|No surprise fees|never be charged extra',
    ],
    ['I lost my phone with the authenticator app', 'recovery code'],
    ['how can my accountant get at our receipts', 'Billing role|Billing member|Billing'],
    ['the visitors per page sum up to more than the total', 'view more than a single page|misleading'],
    [
      'can a client look at the numbers without signing up',
      'without having a Plausible|without needing to log in|shared link',
    ],
    ['is it cheaper if I pay for twelve months', '2 months|2 free months'],
    ['I do not want my own clicks to be counted', 'Shields|IP address'],
  ],
  misspelled: [
    ['how do i cancle my subscribtion', 'Cancel plan'],
    ['paymant methods', 'PayPal'],
    ['discount for nonproffits', '15%'],
    ['enabel two-factor authentification', 'Enable 2FA'],
    ['chagne billing adress', 'Edit business address'],
    ['wich plan has singel sign-on', 'Enterprise'],
    ['weekly emial reprots', 'every Monday'],
    ['delte my acount', 'Danger zone|Delete Account'],
  ],
  'other language': [
    ['¿Cómo puedo cancelar mi suscripción?', 'Cancel plan'],
    ['Welche Zahlungsmethoden akzeptieren Sie?', 'PayPal'],
    ['Comment supprimer mon compte ?', 'Danger zone|Delete Account'],
    ['Gibt es einen Rabatt für Vereine?', '15%'],
  ],
  'two-part': [
    ['How long is the trial and do I need a credit card for it?', '30-day|30 days', 'no credit card'],
    ['What roles are there in a team and when do invitations expire?', 'Owner', '48 hours'],
    [
      'How do I cancel my subscription and how do I delete my account?',
      'Cancel plan',
      'Danger zone|Delete Account',
    ],
    ['Which payment methods do you take, and is there a discount for nonprofits?', 'PayPal', '15%'],
    ['When are weekly reports sent and when monthly ones?', 'every Monday', '1st day'],
  ],
  'follow-up': [
    [
      'Can I share my stats with a link?',
      'and can I put a password on it?',
      'enter the password|set the password',
    ],
    ['Do you offer a discount for nonprofits?', 'How do I apply for it?', 'discount code|Contact us'],
    ['How do I enable 2FA?', 'can I make it mandatory for my team?', 'Enforce 2FA'],
    ['Can I get an alert when traffic spikes?', 'How often will it be sent?', 'twice in a 24-hour'],
    ['What happens if I exceed my pageview limit?', 'And is the upgrade pro-rated?', 'pro-rated'],
  ],
  nearby: [
    'Can I pay by bank transfer in Swiss francs?',
    'Is there a mobile app for Android?',
    'Do you have a referral programme with commissions?',
    'How many employees does Plausible have?',
    'Do you record heatmaps of clicks?',
    'Can I run A/B tests?',
    'What is your phone number for support?',
    'Can I receive a report by SMS?',
    'Do you offer a lifetime deal?',
    'Can I get a discount for students?',
    'Is there a plugin for Magento 1?',
    'Do you sell gift cards?',
    'Which insurance covers data loss?',
    'Can I record sessions of my visitors on video?',
  ],
  'far off': [
    'How do I bake sourdough bread?',
    'Who won the football world cup in 1998?',
    'Can I bring my dog?',
    'What is the weather in Lisbon tomorrow?',
    'Do you have a vegetarian menu?',
    'How tall is Mount Everest?',
    'Where can I buy winter tyres?',
    'My washing machine is leaking',
  ],
}

/** Video meetings, ten pages. */
export const meetings: LabelledQuestions = {
  direct: [
    ['Which key mutes my microphone?', 'M - Mute|Mute or unmute|mute or unmute'],
    ['How do I raise my hand?', 'Raise or lower your hand'],
    ['Which versions of Firefox are supported?', '68'],
    ['Is Internet Explorer supported?', '❌'],
    ['How do I share a meeting?', 'Invite people'],
    ['How do I join a meeting with a link?', "browser's address bar"],
    ['What does the status POOR mean?', '10%|8% and 12%'],
    ['Where can I download the mobile app?', 'F-Droid|Android'],
    ['What is push to talk on the keyboard?', 'Push to talk'],
    ['How do I turn off audio when joining with a link?', 'startWithAudioMuted|startSilent'],
  ],
  paraphrased: [
    ['the others can not hear me', 'cannot transmit sound|microphone on your device'],
    ['my picture stays black', 'do not see a video image|camera on your device|allow camera access'],
    ['what characters should I avoid in the room name', 'special characters'],
    ['I want to see everybody in a grid', 'tile view'],
  ],
  misspelled: [
    ['keybord shortcut for screen shareing', 'camera and screen sharing'],
    ['wich browsers are suported', 'Chrome'],
    ['how to strat a meeting', 'Start new meeting|meet.jit.si'],
    ['rasie hand', 'Raise or lower your hand'],
    ['clap reacton', 'clap reaction'],
  ],
  'other language': [
    ['Welche Browser werden unterstützt?', 'Chrome'],
    ['¿Cómo invito a otras personas?', 'Invite people'],
    ['Comment partager une réunion ?', 'Invite people'],
  ],
  'two-part': [
    ['Which key shows the chat and which one goes full screen?', 'Open or close the chat', 'full screen'],
    ['Which Chrome and which Safari versions do you support?', '>= 72', '>= 14'],
  ],
  'follow-up': [
    ['Does it work on iOS?', 'And with which Safari version?', '14.3'],
    ['Which key mutes my microphone?', 'and for the camera?', 'Start or stop your camera'],
  ],
  nearby: [
    'How much does a premium account cost?',
    'How do I record a meeting?',
    'How many people can take part at most?',
    'Can I dial in by telephone?',
    'How do I blur my background?',
    'Is the meeting encrypted?',
    'How do I change my profile picture?',
    'Can I schedule a meeting for next week?',
  ],
  'far off': [
    'I can not eat wheat',
    'What time is check-in?',
    'How do I renew my passport?',
    'What is the capital of Australia?',
    'Do you ship to Norway?',
  ],
}
