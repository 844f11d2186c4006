export { receiveEasyDonate, receiveTebex } from './hooks.ts'
export {
  assignPurchase,
  changePurchaseSource,
  giveHeldPurchases,
  listPurchaseSources,
  listPurchases,
  mapPurchaseProduct,
  unmapPurchaseProduct,
} from './purchases.ts'
