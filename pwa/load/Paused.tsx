import { site } from '#contract/site.ts'
import { PAUSED } from '#contract/switch-messages.ts'
import type { SwitchName } from '#contract/switches.ts'
import { useLoad } from '#pwa/lib/api.ts'
import { Notice } from '#pwa/ui/Notice.tsx'

/** Whether operators have switched a feature off. Its button is then disabled, with `Paused` beside it. */
export function usePaused(name: SwitchName): boolean {
  return useLoad(site.getConfig, {}).data?.switches?.[name] === false
}

/** The reason why a feature is switched off; renders nothing while it is on. */
export function Paused({ name }: { name: SwitchName }) {
  return usePaused(name) ? (
    <Notice tone="warning" role="status">
      {PAUSED[name]}
    </Notice>
  ) : null
}
