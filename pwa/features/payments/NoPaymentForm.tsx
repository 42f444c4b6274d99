import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'

/** Shown if the card form cannot be loaded: many networks and browsers block the provider's script. */
export const NoPaymentForm = ({ onRetry }: { onRetry: () => void }) => (
  <Alert tone="warning" role="alert">
    <div className="stack">
      <p>
        お支払いの準備ができませんでした。通信の状態と、広告などを止める機能の設定をお確かめください。
      </p>
      <Button size="s" variant="secondary" icon="refresh" onClick={onRetry}>
        もう一度読み込む
      </Button>
    </div>
  </Alert>
)
