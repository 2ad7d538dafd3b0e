import type { Texts } from "./en.ts";

export const ptBR: Texts = {
  service: "Serviço",
  pageName: "Status de {service}",
  describes: "Status atual, incidentes, disponibilidade e manutenções programadas de {service}.",
  back: "Status atual",
  pages: "Páginas",
  languages: "Idiomas",

  states: {
    Operational: "Operacional",
    "Under Maintenance": "Em manutenção",
    "Degraded Performance": "Desempenho reduzido",
    "Partial Outage": "Interrupção parcial",
    "Major Outage": "Interrupção grave",
    Investigating: "Em investigação",
    Identified: "Causa identificada",
    Monitoring: "Em monitoramento",
    Resolved: "Resolvido",
    Scheduled: "Programada",
    "In Progress": "Em andamento",
    Verifying: "Em verificação",
    Completed: "Concluída",
  },

  banner: {
    Operational: "Todos os sistemas operacionais",
    "Under Maintenance": "Serviço em manutenção",
    "Degraded Performance": "Serviço parcialmente degradado",
    "Partial Outage": "Interrupção parcial do sistema",
    "Major Outage": "Interrupção grave do sistema",
    degraded: "Serviço degradado como um todo",
    minor: "Interrupção leve do serviço",
  },
  openIncidents: {
    one: "{count} incidente ativo",
    many: "{count} incidentes ativos",
    other: "{count} incidentes ativos",
  },
  troubledComponents: {
    one: "{count} componente afetado",
    many: "{count} componentes afetados",
    other: "{count} componentes afetados",
  },
  runningMaintenances: {
    one: "{count} manutenção em andamento",
    many: "{count} manutenções em andamento",
    other: "{count} manutenções em andamento",
  },

  active: "Incidentes ativos",
  affects: "Afeta",
  affected: "Afetou",
  earlier: {
    one: "{count} atualização anterior",
    many: "{count} atualizações anteriores",
    other: "{count} atualizações anteriores",
  },
  lasted: "durou {duration}",

  components: "Componentes",
  noComponents: "Nenhum componente foi adicionado ainda.",
  lastDays: { one: "Último dia", many: "Últimos {count} dias", other: "Últimos {count} dias" },
  days: { one: "{count} dia", many: "{count} dias", other: "{count} dias" },
  uptimeDays: "Dias exibidos",
  today: "Hoje",
  uptime: "{percent} de disponibilidade",
  day: "{date}: {states}",
  lasting: "{state} ({duration})",
  notCounted: "Não contabilizado antes de {date}",
  alwaysFine: "operacional todos os dias",
  troubledDays: {
    one: "não totalmente operacional em {count} dia",
    many: "não totalmente operacional em {count} dias",
    other: "não totalmente operacional em {count} dias",
  },
  howCounted:
    "A disponibilidade é a parcela do tempo sem interrupções: uma interrupção grave conta por inteiro e uma parcial, {share}; desempenho reduzido e manutenção não contam. A barra de cada dia mostra o seu pior status.",

  maintenance: "Manutenção programada",
  window: "{from} - {to} ({zone})",

  metrics: "Métricas",
  timeframes: { day: "Dia", week: "Semana", month: "Mês" },
  lastDay: "{title} no último dia",
  graph: {
    average: "Média: {value}",
    summary: "{average}, de {lowest} a {highest}, por último {last}.",
    noData: "Ainda não há dados para este período.",
    nothing: "sem dados",
    zone: "Os horários estão em UTC.",
  },

  noIncidents: "Nenhum incidente registrado.",
  stillOpen: "{name} começou e continua em aberto ({status}).",

  history: "Histórico",
  nothingThatMonth: "Nada foi registrado neste mês.",
  months: "Meses",
  wholeHistory: "Histórico completo",

  incident: "Incidente",
  oneMaintenance: "Manutenção programada",
  component: "Componente",
  months12: "Últimos 12 meses",
  itsNotices: "Incidentes e manutenções",
  noNotices: "Nada foi registrado sobre este componente.",

  follow: "Receber atualizações",
  feeds: "Em um leitor de feeds",
  calendar: "No seu calendário",
  calendarOf: "Manutenções programadas (iCalendar)",
  programs: "Para programas",
  api: "API",

  subscribe: {
    byMail: "Por e-mail",
    address: "Endereço de e-mail",
    button: "Inscrever-se",
    more: "Escolher componentes, fuso horário e idioma",
    title: "Atualizações por e-mail",
    intro:
      "Você recebe um aviso de cada incidente, de cada manutenção programada e de cada atualização deles. Todo e-mail traz um link para mudar isso ou cancelar.",
    about: "Sobre o que receber avisos",
    everything: "Tudo",
    chosen: "Somente estes componentes",
    timeZone: "Fuso horário",
    timeZoneNote: "Os e-mails trazem os horários em UTC e neste fuso.",
    language: "Idioma",
    leaveEmpty: "Deixe este campo vazio",
    asked: "Veja sua caixa de entrada",
    askedNote:
      "Se este endereço puder receber e-mails, um com um link está a caminho. Abra o link e pressione o botão: sem isso, nada é enviado. Se não chegar em alguns minutos, veja na caixa de spam ou peça de novo em 10 minutos.",
    confirmTitle: "Confirme sua inscrição",
    confirmNote: "{address} vai receber atualizações de {service}.",
    confirm: "Confirmar",
    notMe: "Não foi você quem pediu? Então não faça nada, ou diga que não quer e-mails como este.",
    decline: "Não, obrigado",
    confirmed: "Você está inscrito",
    confirmedNote: "A partir de agora, {address} recebe atualizações de {service}.",
    already: "Esta inscrição já tinha sido confirmada. Nada mudou.",
    change: "Mudar a inscrição",
    manageTitle: "Sua inscrição",
    manageNote: "{address} recebe atualizações de {service}.",
    nothing:
      "Os componentes que você tinha escolhido não existem mais: no momento você não recebe avisos de nada.",
    save: "Salvar",
    saved: "Salvo.",
    leave: "Cancelar a inscrição",
    leaveNote: "{address} não receberá mais atualizações de {service}.",
    left: "Você não está inscrito",
    leftNote: "Nenhuma atualização será mais enviada a você.",
    again: "Inscrever-se de novo",
    refused: {
      emailAddress:
        "Não é possível enviar e-mails a este endereço. Escreva-o como em nome@example.com, sem acentos antes do @.",
      components: "Escolha pelo menos um componente, ou tudo.",
    },
  },

  zone: "Todos os horários estão em UTC.",
  ownZone: "Os horários estão no seu fuso ({zone}); os dias, em UTC.",

  snapshot: "Esta página não pode ser atualizada no momento. Ela mostra o que se sabia em {time}.",
  unknown: "Status desconhecido",
  unknownReason:
    "Não é possível ler no momento o que se sabe sobre o serviço. Isso não diz nada sobre o serviço em si. Tente novamente em um minuto.",

  notFound: "404 Página não encontrada",
  refused: "Esta página não pode ser exibida",
  reasons: {
    404: "Não há nada neste endereço. O conteúdo pode ter sido excluído.",
    409: "As notificações por e-mail estão desativadas nesta página de status.",
    429: "Solicitações demais do seu endereço. Tente novamente em um minuto.",
    503: "O serviço está ocupado ou fora do ar no momento. Tente novamente em alguns segundos.",
  },
  toPage: "Ir para a página de status",
};
