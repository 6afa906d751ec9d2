/** What was heard of an agent that speaks a protocol, beside the cursor of its record. */
export const protocolState = (): readonly string[] => ['alter table attempt add column protocol_state text'];
