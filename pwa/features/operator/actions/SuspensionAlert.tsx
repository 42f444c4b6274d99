import { dateTime } from '#pwa/lib/format.ts'
import { Alert } from '#pwa/ui/Alert.tsx'

interface SuspensionAlertProps {
  suspension: { reason: string; since: string } | null
}

/** Since when it is suspended, and why. */
export const SuspensionAlert = ({ suspension }: SuspensionAlertProps) =>
  suspension && (
    <Alert tone="warning">
      <b>{dateTime(suspension.since)} から停止中</b>
      <p className="small">理由：{suspension.reason}</p>
    </Alert>
  )
