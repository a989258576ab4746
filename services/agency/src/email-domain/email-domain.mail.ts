/** The mails about an e-mail sending domain, to those who manage the agency. */

export function emailDomainFailedMail(
  domain: string,
  settingsUrl: string,
): { subject: string; text: string } {
  return {
    subject: `Your mails no longer come from ${domain}`,
    text: `The DNS records of ${domain} are no longer as they have to be, so the mails to your clients are sent without it for now.

Please check the records: they are listed with the domain in your agency settings. Mails come from ${domain} again as soon as the records are found. Unless that happens within seven days, the domain is removed from your agency.
${settingsUrl}`,
  }
}

export function emailDomainRemovedMail(
  domain: string,
  settingsUrl: string,
): { subject: string; text: string } {
  return {
    subject: `${domain} was removed as your e-mail sending domain`,
    text: `${domain} was removed from your agency, since its DNS records were not found within seven days.

You can add it again in your agency settings. It then gets new records.
${settingsUrl}`,
  }
}
