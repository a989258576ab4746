/** Where a provider of an organisation sends its people back to, at the address of the agency. Plain data, for browsers. */
export const openIdReturnPath = '/client/login/openid'
