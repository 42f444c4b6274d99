import { defined } from '#contract/lib/defined.ts'
import { yen } from '#pwa/lib/format.ts'
import type { PaymentForm, TokenSource } from './payment-form.ts'
import css from './sandbox-wallet.module.css'

type Mount = Parameters<PaymentForm['mountWallets']>

/** The button of a wallet that holds a test card, with the events of a real one. */
export async function mountSandboxWallet(
  place: Mount[0],
  { amount, title }: Mount[1],
  { onReady, onPress, onToken }: Mount[2],
  createToken: TokenSource['createToken'],
): Promise<() => void> {
  const button = buttonOf('テスト用ウォレットで支払う', css.open)
  button.addEventListener('click', async () => {
    if (onPress() && (await isAgreed(title, amount))) onToken({ createToken })
  })
  place.append(button)
  onReady(true)
  return () => button.remove()
}

/** The wallet's window, with the sum and a button to pay. Resolves to whether it was pressed. */
function isAgreed(title: string, amount: number): Promise<boolean> {
  const dialog = document.createElement('dialog')
  dialog.className = defined(css.wallet, 'a class')
  dialog.setAttribute('aria-label', 'テスト用ウォレット')
  const what = document.createElement('p')
  what.textContent = title
  const price = document.createElement('strong')
  price.textContent = yen(amount)
  const pay = buttonOf('支払う', css.pay)
  const leave = buttonOf('やめる', css.leave)
  dialog.append(what, price, pay, leave)
  document.body.append(dialog)
  return new Promise((resolve) => {
    const end = (agreed: boolean) => () => {
      dialog.remove()
      resolve(agreed)
    }
    pay.addEventListener('click', end(true))
    leave.addEventListener('click', end(false))
    dialog.addEventListener('cancel', end(false))
    dialog.showModal()
  })
}

function buttonOf(text: string, className: string | undefined) {
  const button = document.createElement('button')
  return Object.assign(button, { type: 'button', textContent: text, className: className ?? '' })
}
