/** Where WhatsApp delivers to an agent (specification part 1 §2): one address for all of its numbers. */
export function webhookAddress(
  { publicUrl, region }: { publicUrl: string; region: string },
  { agentId }: { agentId: string },
): string {
  return `${publicUrl}/api/${region}/v2/agents/${agentId}/wa-webhook`
}
