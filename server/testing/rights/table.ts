export const RIGHTS: Record<string, unknown> = {}
