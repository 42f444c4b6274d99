import { useNavigate } from 'react-router-dom'
import { paths } from '#pwa/lib/paths.ts'
import { Dialog } from '#pwa/ui/Dialog.tsx'
import { PasswordAgain } from './PasswordAgain.tsx'

/** The time is up: what stands on the page waits below. Closing the question leaves the desk. */
export function ConfirmAgain({ open }: { open: boolean }) {
  const navigate = useNavigate()
  return (
    <Dialog open={open} title="もう一度確かめます" onClose={() => void navigate(paths.account)}>
      <PasswordAgain />
    </Dialog>
  )
}
