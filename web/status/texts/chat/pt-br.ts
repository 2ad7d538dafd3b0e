import type { ChatTexts } from "./en.ts";

export const ptBR: ChatTexts = {
  manageLink: "Alterar ou interromper estas atualizações",

  confirm: {
    title: "Confirme as atualizações para este canal",
    request:
      "{service} pode enviar a este canal atualizações sobre incidentes e manutenções. Use o link para confirmar.",
    ifNotYou: "Se nenhum de vocês pediu isso, ignorem esta mensagem: nenhuma atualização será enviada.",
  },
  test: {
    title: "Mensagem de teste",
    text: "Esta é uma mensagem de teste da página de status de {service}. Ela chegou, portanto este canal pode receber atualizações.",
  },
};
