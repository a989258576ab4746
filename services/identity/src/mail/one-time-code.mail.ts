/** The texts of mails with one-time codes. */
import type { CodePurpose } from '../one-time-code.decider.ts'
import type { MailMessage } from './mailer.ts'

type Wording = { subject: string; lead: string; rest: string; code?: string; link?: string }

const ignore = 'If you did not ask for it, you can ignore this mail.'
const once = `The code is valid for 10 minutes and works once. ${ignore}`

/** `known`: whether the address has an account. */
export function wordingOf(about: {
  purpose: CodePurpose
  known: boolean
  code: string
  publicUrl: string
  /** Asked for at the domain of an agency, where nobody signs up. */
  ofAgency?: boolean
}): Pick<MailMessage, 'subject' | 'text' | 'html'> {
  const { subject, lead, rest, code, link } = wording(about)
  const [shown, address] = [code ?? '', link ?? ''].map(escaped)
  return {
    subject,
    text: [lead, code, link, rest]
      .filter((part) => part !== undefined)
      .join('\n\n')
      .concat('\n'),
    html: [
      `<p>${lead}</p>`,
      code === undefined
        ? ''
        : `<p style="font-size:32px;font-weight:700;letter-spacing:6px;margin:24px 0">${shown}</p>`,
      link === undefined ? '' : `<p><a href="${address}" style="color:#0062d6">${address}</a></p>`,
      `<p style="color:#5b6577">${rest}</p>`,
    ].join(''),
  }
}

function wording({ purpose, known, code, publicUrl, ofAgency }: Parameters<typeof wordingOf>[0]): Wording {
  if (purpose === 'sign-up' && known)
    return {
      subject: `${code} signs you in: you have an account already`,
      lead: 'Somebody, probably you, wants to sign up with this address, which has an account already. This code signs you in to it where you signed up; its name and password stay as they are.',
      code,
      rest: `${once} Forgot your password? You can set a new one at ${publicUrl}/forgot.`,
    }
  if (purpose === 'sign-up')
    return {
      subject: `${code} is your verification code`,
      lead: 'Use this code to create your account:',
      code,
      rest: `${once} Without it nobody can create an account with your address.`,
    }
  if (purpose === 'email-change')
    return known
      ? {
          subject: 'This address has an account already',
          lead: 'Somebody, probably you, wants to use this address for another account, but it has an account of its own. Sign in to it, or delete it first:',
          link: `${publicUrl}/login`,
          rest: ignore,
        }
      : {
          subject: `${code} confirms your new address`,
          lead: 'Use this code to make this the address of your account:',
          code,
          rest: once,
        }
  if (!known && ofAgency)
    return {
      subject: 'There is no account with this address',
      lead: 'Somebody, probably you, wants to sign in with this address, but it has no account here. You may have another address for it.',
      rest: ignore,
    }
  if (!known)
    return {
      subject: 'There is no account with this address',
      lead: 'Somebody, probably you, wants to sign in with this address, but it has no account. You may have signed up with another address, or you can sign up with this one:',
      link: `${publicUrl}/signup`,
      rest: ignore,
    }
  return purpose === 'password-reset'
    ? {
        subject: `${code} is your password reset code`,
        lead: 'Use this code to set a new password:',
        code,
        rest: once,
      }
    : {
        subject: `${code} is your sign-in code`,
        lead: 'Use this code to sign in:',
        code,
        rest: once,
      }
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
