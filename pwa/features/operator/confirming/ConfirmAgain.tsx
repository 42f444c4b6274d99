import { useNavigate } from 'react-router-dom'
import { paths } from '#pwa/lib/paths.ts'
import { Dialog } from '#pwa/ui/Dialog.tsx'
import { PasswordAgain } from './PasswordAgain.tsx'

/** Asks for the password again after the timeout, above the page. Closing it leaves the admin. */
export function ConfirmAgain({ open }: { open: boolean }) {
  const navigate = useNavigate()
  return (
    <Dialog open={open} title="もう一度確かめます" onClose={() => void navigate(paths.account)}>
      <PasswordAgain />
    </Dialog>
  )
}
