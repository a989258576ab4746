/** Topics of the message bus. */
export const NOTIFICATIONS = 'notifications'
export const WEBHOOKS = 'webhooks'
