import type { MailTexts } from "./en.ts";

export const ptBR: MailTexts = {
  subject: "[{service}] {status}: {name}",
  subjectWithComponents: "[{service}] {status}: {name} ({components})",
  moreComponents: { one: "mais {count}", other: "mais {count}" },
  statusLine: "{status}: {components}",
  componentWithStatus: "{component} ({status})",

  newIncident: "Novo incidente",
  incident: "Atualização de um incidente",
  newMaintenance: "Nova manutenção programada",
  maintenance: "Atualização de uma manutenção programada",
  postmortem: "Relatório de um incidente",
  reminder: "Lembrete de uma manutenção programada",
  postedLabel: "Publicado:",
  newTime: "Novo horário",
  starts: "Começa {when}",
  scheduledForLabel: "Programada:",
  movedFromLabel: "Antes:",
  readLink: "Ler na página de status",
  reason: "Você recebe este e-mail porque se inscreveu para receber atualizações sobre {service}.",
  manageLink: "Alterar a inscrição",

  confirm: {
    subject: "[{service}] Confirme sua inscrição",
    headline:
      "Alguém, esperamos que você, pediu para receber neste endereço e-mails sobre os incidentes e as manutenções de {service}.",
    button: "Confirmar a inscrição",
    ifNotYou:
      "Se não foi você, ignore este e-mail: não enviaremos atualizações e excluiremos este endereço em até uma semana.",
  },
  alreadySubscribed: {
    subject: "[{service}] Você já está inscrito",
    headline:
      "Alguém, esperamos que você, pediu para receber neste endereço e-mails sobre os incidentes e as manutenções de {service}. Este endereço já está inscrito.",
    ifNotYou: "Se não foi você, ignore este e-mail.",
  },
};
