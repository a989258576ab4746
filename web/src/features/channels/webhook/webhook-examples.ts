/** Programs that deliver one signed message to a webhook channel, for whoever connects a server. */

/** The environment variable from which each of them takes the signing secret. */
export const SECRET_VARIABLE = 'CHANNEL_SECRET'

export const exampleLanguages = ['curl', 'TypeScript', 'Python'] as const
export type ExampleLanguage = (typeof exampleLanguages)[number]

/** `address`: where the channel's messages are delivered. */
export function deliveryExample(language: ExampleLanguage, address: string): string {
  const path = new URL(address).pathname
  switch (language) {
    case 'curl':
      return `BODY='{"messages": [{
  "id": "message-'$(date +%s)'",
  "contact": { "id": "customer-1", "name": "Ada" },
  "sentAt": "'$(date -u +%Y-%m-%dT%H:%M:%SZ)'",
  "text": "When are you open?"
}]}'
TIME=$(date +%s)
KEY=$(openssl rand -hex 16)
SIGNATURE=$(printf '%s\\n%s\\nPOST\\n%s\\n%s' "$TIME" "$KEY" '${path}' "$BODY" \\
  | openssl dgst -sha256 -hmac "$${SECRET_VARIABLE}" -r | cut -d ' ' -f 1)
curl '${address}' \\
  --header 'Content-Type: application/json' \\
  --header "Idempotency-Key: $KEY" \\
  --header "X-Parley-Timestamp: $TIME" \\
  --header "X-Parley-Signature: v1=$SIGNATURE" \\
  --data-raw "$BODY"`
    case 'TypeScript':
      return `import { createHmac, randomUUID } from 'node:crypto'

const address = '${address}'
const body = JSON.stringify({
  messages: [
    {
      id: randomUUID(),
      contact: { id: 'customer-1', name: 'Ada' },
      sentAt: new Date().toISOString(),
      text: 'When are you open?',
    },
  ],
})
const time = Math.floor(Date.now() / 1000)
const key = randomUUID()
const signature = createHmac('sha256', process.env.${SECRET_VARIABLE} ?? '')
  .update([time, key, 'POST', new URL(address).pathname, body].join('\\n'))
  .digest('hex')

const response = await fetch(address, {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    'Idempotency-Key': key,
    'X-Parley-Timestamp': String(time),
    'X-Parley-Signature': \`v1=\${signature}\`,
  },
  body,
})
console.log(response.status, await response.text())`
    case 'Python':
      return `import hashlib, hmac, json, os, time, urllib.request, uuid
from datetime import datetime, timezone

address = "${address}"
body = json.dumps({
    "messages": [{
        "id": str(uuid.uuid4()),
        "contact": {"id": "customer-1", "name": "Ada"},
        "sentAt": datetime.now(timezone.utc).isoformat(),
        "text": "When are you open?",
    }]
})
now = str(int(time.time()))
key = str(uuid.uuid4())
signed = "\\n".join([now, key, "POST", "${path}", body])
signature = hmac.new(os.environ["${SECRET_VARIABLE}"].encode(), signed.encode(), hashlib.sha256).hexdigest()

request = urllib.request.Request(address, body.encode(), {
    "Content-Type": "application/json",
    "Idempotency-Key": key,
    "X-Parley-Timestamp": now,
    "X-Parley-Signature": "v1=" + signature,
})
with urllib.request.urlopen(request) as response:
    print(response.status, response.read().decode())`
  }
}

/** What the customer's server is sent for each message of the agent and the team. */
export const sentExample = `{
  "conversationId": "…",
  "contact": { "id": "customer-1" },
  "message": {
    "id": "…",
    "role": "agent",
    "blocks": [{ "type": "text", "text": "We are open from 9 to 6." }],
    "at": "2026-11-29T10:00:00.000Z"
  }
}`
