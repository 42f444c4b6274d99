import { site } from '#contract/site.ts'
import { PAUSED } from '#contract/switch-messages.ts'
import type { SwitchName } from '#contract/switches.ts'
import { useLoad } from '#pwa/lib/api.ts'
import { Notice } from '#pwa/ui/Notice.tsx'

/** Whether operators have paused it: its button is off then, and `Paused` beside it says why. */
export function usePaused(name: SwitchName): boolean {
  return useLoad(site.getConfig, {}).data?.switches?.[name] === false
}

/** Why a button is off; nothing while it is on. */
export function Paused({ name }: { name: SwitchName }) {
  return usePaused(name) ? (
    <Notice tone="warning" role="status">
      {PAUSED[name]}
    </Notice>
  ) : null
}
