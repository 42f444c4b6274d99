import type { TriggerLook } from './Button.tsx'

/** What ends something for ever is small on its page; the dialog that it opens says the rest. */
export const RISK = { variant: 'risk', size: 's' } as const satisfies TriggerLook
