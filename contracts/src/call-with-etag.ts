/** For callers that overwrite only what they have read: `client.call(name, request, { ifMatch: etag })`. */
import type { Api, EndpointName } from './api.ts'
import type { CallOptions, Client } from './client.ts'
import type { Output, Request } from './endpoint.ts'

/** Calls an endpoint; `etag` is undefined where nothing overwrites what it answers. */
export async function callWithEtag<Name extends EndpointName>(
  client: Client,
  name: Name,
  request: Request<Api[Name]>,
  options?: CallOptions,
): Promise<{ value: Output<Api[Name]>; etag: string | undefined }> {
  const response = await client.open(name, request, options)
  const value: Output<Api[Name]> = await response.json()
  return { value, etag: response.headers.get('etag') ?? undefined }
}
