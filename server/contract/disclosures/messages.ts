export const DISCLOSURE_ASKED =
  '開示のご請求を受け付けました。販売者から、ご入力のメールアドレスにお返事します。'
export const DISCLOSURE_DONE = 'この請求は、すでに処理されています。'
export const TOO_MANY_DISCLOSURES =
  '開示のご請求が続いています。しばらくしてから、もう一度お試しください。'
