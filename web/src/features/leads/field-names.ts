const labels: Record<string, string> = { name: 'Name', email: 'E-mail', phone: 'Phone', company: 'Company' }

/** What a field of a lead is called: the usual ones by a word of ours, others by their own name. */
export const labelOf = (name: string): string => labels[name] ?? name
