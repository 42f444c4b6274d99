import { site } from '#contract/site/calls.ts'
import { PAUSED } from '#contract/site/switch-messages.ts'
import type { SwitchName } from '#contract/site/switches.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { Alert } from '#pwa/ui/Alert.tsx'

/** Whether operators have switched a feature off. Its button is then disabled, with `Paused` beside it. */
export function usePaused(name: SwitchName): boolean {
  return useLoad(site.getConfig, {}).data?.switches?.[name] === false
}

/** The reason why a feature is switched off; renders nothing while it is on. */
export function Paused({ name }: { name: SwitchName }) {
  return usePaused(name) ? (
    <Alert tone="warning" role="status">
      {PAUSED[name]}
    </Alert>
  ) : null
}
